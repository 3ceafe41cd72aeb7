/**
 * Rules as the browser loads them: every condition once, and a tree as its places in that table. Ten thousand policies
 * share a few thousand conditions, so the file stays small; the words of clauses and asks travel apart from it.
 */
import { type AskKey, isAskKey } from './asks.ts'
import { type Ask, asksOf, type Clause, type FactCondition, isGroup, partsOf, type Tree } from './tree.ts'

/** The place of a condition, the key of an ask, or a group: how many parts are needed (0 for all), then the parts. */
export type PackedTree = number | AskKey | readonly [number, ...PackedTree[]]

export interface Packer {
  conditions: FactCondition[]
  pack: (tree: Tree) => PackedTree
}

export function makePacker(): Packer {
  const conditions: FactCondition[] = []
  const places = new Map<string, number>()
  const pack = (tree: Tree): PackedTree => {
    if (isGroup(tree)) {
      const { need, parts } = partsOf(tree)
      return ['all' in tree ? 0 : need, ...parts.map(pack)]
    }
    if ('ask' in tree) return tree.key
    const { clause: _, ...condition } = tree
    const text = JSON.stringify(condition)
    const place = places.get(text) ?? conditions.push(condition) - 1
    places.set(text, place)
    return place
  }
  return { conditions, pack }
}

/** Whether it came from a packer. The places are checked by `unpackTree`. */
export function isPackedTree(node: unknown): node is PackedTree {
  if (Array.isArray(node)) return node.length > 1 && node.every(isPackedTree)
  return typeof node === 'string' ? isAskKey(node) : Number.isInteger(node) && Number(node) >= 0
}

/** What people read of a tree. */
export interface TreeWords {
  /** In the order in which the tree is read, null where a node has none. */
  clauses: (Clause | null)[]
  asks: AskWords[]
}

export type AskWords = Pick<Ask, 'ask' | 'key' | 'help'>

export function wordsOf(tree: Tree): TreeWords {
  return { clauses: clausesOf(tree), asks: asksOf(tree).map(wordsOfAsk) }
}

export function wordsOfAsk({ ask, key, help }: Ask): AskWords {
  return { ask, key, ...(help !== undefined && { help }) }
}

function clausesOf(tree: Tree): (Clause | null)[] {
  const own = tree.clause ?? null
  return isGroup(tree) ? [own, ...partsOf(tree).parts.flatMap(clausesOf)] : [own]
}

const WITHOUT_WORDS: TreeWords = { clauses: [], asks: [] }

/** The tree again, with its words where they are known. Throws TypeError for a place that is not in the table. */
export function unpackTree(
  packed: PackedTree,
  conditions: readonly FactCondition[],
  { clauses, asks }: TreeWords = WITHOUT_WORDS,
): Tree {
  let next = 0
  const unpack = (node: PackedTree): Tree => {
    const clause = clauses[next] ?? undefined
    next += 1
    const words = clause ? { clause } : {}
    if (typeof node === 'string') {
      return { ...(asks.find(({ key }) => key === node) ?? { ask: '', key: node }), ...words }
    }
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
