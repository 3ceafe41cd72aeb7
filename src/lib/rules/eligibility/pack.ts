/**
 * Rules as the browser loads them: every condition once, and a tree as its places in that table. Ten thousand policies
 * share a few thousand conditions, so the file stays small; the words of the clauses travel apart from it.
 */
import { type Clause, type Condition, partsOf, type Tree } from './tree.ts'

/** The place of a condition, or a group: how many parts are needed (0 for all of them), then the parts. */
export type PackedTree = number | readonly [number, ...PackedTree[]]

export interface Packer {
  conditions: Condition[]
  pack: (tree: Tree) => PackedTree
}

export function makePacker(): Packer {
  const conditions: Condition[] = []
  const places = new Map<string, number>()
  const pack = (tree: Tree): PackedTree => {
    if (!('fact' in tree)) {
      const { need, parts } = partsOf(tree)
      return ['all' in tree ? 0 : need, ...parts.map(pack)]
    }
    const { clause: _, ...condition } = tree
    const text = JSON.stringify(condition)
    const place = places.get(text) ?? conditions.push(condition) - 1
    places.set(text, place)
    return place
  }
  return { conditions, pack }
}

/** The clauses of a tree in the order in which it is read, null where a node has none. */
export function clausesOf(tree: Tree): (Clause | null)[] {
  const own = tree.clause ?? null
  return 'fact' in tree ? [own] : [own, ...partsOf(tree).parts.flatMap(clausesOf)]
}

/** The tree again, with its clauses where they are known. Throws TypeError for a place that is not in the table. */
export function unpackTree(
  packed: PackedTree,
  conditions: readonly Condition[],
  clauses: readonly (Clause | null)[] = [],
): Tree {
  let next = 0
  const unpack = (node: PackedTree): Tree => {
    const clause = clauses[next] ?? undefined
    next += 1
    const words = clause ? { clause } : {}
    if (typeof node === 'number') {
      const condition = conditions[node]
      if (!condition) throw new TypeError(`no condition ${node}`)
      return { ...condition, ...words }
    }
    const [need, ...parts] = node
    const trees = parts.map(unpack)
    return need === 0 ? { all: trees, ...words } : { at_least: need, of: trees, ...words }
  }
  return unpack(packed)
}
