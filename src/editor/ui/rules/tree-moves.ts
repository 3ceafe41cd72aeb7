/**
 * An editor's changes to a tree of conditions. No function alters its input, and a move neither loses nor duplicates a
 * condition: an emptied group stays, and reports that it is empty.
 */
import { MAX_DEPTH } from '../../../lib/contract/policies/eligibility.ts'
import { type Clause, type Group, isGroup, partsOf, type Tree } from '../../../lib/rules/eligibility/tree.ts'
import { changeData } from '../../document.ts'

export type Place = readonly number[]

export type GroupKind = 'all' | 'any' | 'of'

export interface Moved {
  tree: Tree
  place: Place
}

export function kindOf(group: Group): GroupKind {
  return 'all' in group ? 'all' : 'any' in group ? 'any' : 'of'
}

export function partsAt(tree: Tree): readonly Tree[] {
  return isGroup(tree) ? partsOf(tree).parts : []
}

export function nodeAt(tree: Tree, [first, ...rest]: Place): Tree | undefined {
  if (first === undefined) return tree
  const part = partsAt(tree)[first]
  return part && nodeAt(part, rest)
}

/** Returns the innermost node on a path of the front matter. */
export function placeOfPath(tree: Tree, [kind, index, ...rest]: readonly (string | number)[]): Place {
  if (!isGroup(tree) || kind !== kindOf(tree) || typeof index !== 'number') return []
  const part = partsAt(tree)[index]
  return part ? [index, ...placeOfPath(part, rest)] : []
}

/** Returns every node with its place, parents first. */
export function nodesOf(tree: Tree, place: Place = []): { node: Tree; place: Place }[] {
  return [{ node: tree, place }, ...partsAt(tree).flatMap((part, index) => nodesOf(part, [...place, index]))]
}

function pathOf(tree: Tree, [first, ...rest]: Place): (string | number)[] {
  if (first === undefined || !isGroup(tree)) return []
  return [kindOf(tree), first, ...pathOf(nodeAt(tree, [first]) ?? tree, rest)]
}

export function replaceAt(tree: Tree, place: Place, next: Tree): Tree {
  return changeData(tree, [{ path: pathOf(tree, place), value: next }]) as Tree
}

export function removeAt(tree: Tree, place: Place): Tree | null {
  return (changeData(tree, [{ path: pathOf(tree, place) }]) ?? null) as Tree | null
}

/** Inserts as part `index` of the group at `parent`. A single condition becomes a group first. */
export function insertAt(tree: Tree | null, parent: Place, index: number, node: Tree): Moved {
  if (!tree) return { tree: isGroup(node) ? node : { all: [node] }, place: isGroup(node) ? [] : [0] }
  const group = nodeAt(tree, parent)
  if (!group || !isGroup(group)) return { tree: { all: [tree, node] }, place: [1] }
  const parts = partsAt(group)
  const at = Math.min(index, parts.length)
  return {
    tree: replaceAt(tree, parent, { ...group, [kindOf(group)]: parts.toSpliced(at, 0, node) } as Group),
    place: [...parent, at],
  }
}

/**
 * Moves the node at `from` to part `index` of the group at `parent`; both places refer to the old tree. Null if
 * impossible: a group into itself, into a condition, or deeper than the limit.
 */
export function moveTo(tree: Tree, from: Place, parent: Place, index: number): Moved | null {
  const node = nodeAt(tree, from)
  const target = nodeAt(tree, parent)
  const own = from.at(-1)
  if (!node || !target || !isGroup(target) || own === undefined || startsWith(parent, from)) return null
  if (parent.length + 1 + depthOf(node) > MAX_DEPTH) return null
  const without = removeAt(tree, from)
  if (!without) return null
  const home = from.slice(0, -1)
  const isSameGroup = isSame(home, parent)
  const shifted = parent.map((at, level) =>
    level === home.length && startsWith(parent, home) && at > own ? at - 1 : at,
  )
  return insertAt(without, shifted, isSameGroup && index > own ? index - 1 : index, node)
}

/** Keyboard moves: up and down among siblings, out after the group, into the group before or else after. */
export const MOVES: Record<string, (tree: Tree, place: Place) => Moved | null> = {
  ArrowUp: (tree, place) => besides(tree, place, -1),
  ArrowDown: (tree, place) => besides(tree, place, 2),
  ArrowLeft: (tree, place) =>
    place.length < 2 ? null : moveTo(tree, place, place.slice(0, -2), (place.at(-2) ?? 0) + 1),
  ArrowRight(tree, place) {
    const [home, own] = [place.slice(0, -1), place.at(-1) ?? 0]
    const into = [own - 1, own + 1].find((at) => at >= 0 && isGroup(nodeAt(tree, [...home, at]) ?? tree))
    if (into === undefined || place.length === 0 || !nodeAt(tree, [...home, into])) return null
    return moveTo(tree, place, [...home, into], into < own ? Number.POSITIVE_INFINITY : 0)
  },
}

function besides(tree: Tree, place: Place, by: number): Moved | null {
  const [home, own] = [place.slice(0, -1), place.at(-1)]
  const index = (own ?? 0) + by
  const isThere = index >= 0 && index <= partsAt(nodeAt(tree, home) ?? tree).length
  return own === undefined || !isThere ? null : moveTo(tree, place, home, index)
}

export function makeGroup(
  kind: GroupKind,
  parts: readonly Tree[],
  { need, clause }: { need: number; clause: Clause | undefined },
): Group {
  const cited = clause?.article ? { clause } : {}
  if (kind === 'of') return { at_least: need, of: parts, ...cited }
  return kind === 'all' ? { all: parts, ...cited } : { any: parts, ...cited }
}

export function isSame(one: Place, other: Place): boolean {
  return one.length === other.length && startsWith(one, other)
}

function startsWith(place: Place, start: Place): boolean {
  return start.every((at, level) => place[level] === at)
}

function depthOf(tree: Tree): number {
  return 1 + Math.max(0, ...partsAt(tree).map(depthOf))
}
