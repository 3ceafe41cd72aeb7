import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isGroup, type Tree } from '../../../lib/rules/eligibility/tree.ts'
import {
  insertAt,
  kindOf,
  MOVES,
  makeGroup,
  moveTo,
  nodeAt,
  nodesOf,
  placeOfPath,
  removeAt,
} from './tree-moves.ts'

type Move = NonNullable<(typeof MOVES)[string]>
const [up, down, out, into] = ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight'].map(
  (key) => MOVES[key] ?? (() => null),
) as [Move, Move, Move, Move]

const [a, b, c, d] = [1, 2, 3, 4].map((value): Tree => ({ fact: 'employees', op: 'gte', value })) as [
  Tree,
  Tree,
  Tree,
  Tree,
]
const tree: Tree = { all: [a, { any: [b, c], clause: { article: '第二条' } }, d] }

test('a place leads to a node, and a path of what is written to the innermost one', () => {
  expect(nodeAt(tree, [1, 0])).toBe(b)
  expect(nodeAt(tree, [1, 2])).toBeUndefined()
  expect(placeOfPath(tree, ['all', 1, 'any', 0, 'value'])).toEqual([1, 0])
  expect(placeOfPath(tree, ['at_least'])).toEqual([])
})

describe('moves', () => {
  test('among siblings, and not beyond the last', () => {
    expect(down(tree, [0])).toEqual({
      tree: { all: [{ any: [b, c], clause: { article: '第二条' } }, a, d] },
      place: [1],
    })
    expect(up(tree, [2])?.place).toEqual([1])
    expect(down(tree, [2])).toBeNull()
    expect(up(tree, [0])).toBeNull()
    expect(down(tree, [])).toBeNull()
  })

  test('out of its group behind it, and into the group before or behind it', () => {
    expect(out(tree, [1, 0])).toEqual({
      tree: { all: [a, { any: [c], clause: { article: '第二条' } }, b, d] },
      place: [2],
    })
    expect(out(tree, [0])).toBeNull()
    expect(into(tree, [2])).toEqual({
      tree: { all: [a, { any: [b, c, d], clause: { article: '第二条' } }] },
      place: [1, 2],
    })
    expect(into(tree, [0])).toEqual({
      tree: { all: [{ any: [a, b, c], clause: { article: '第二条' } }, d] },
      place: [0, 0],
    })
    expect(into({ all: [a, b] }, [1])).toBeNull()
  })

  test('a group does not go into itself, nor deeper than trees are read', () => {
    expect(moveTo(tree, [1], [1], 0)).toBeNull()
    const deep: Tree = { all: [{ all: [{ all: [{ all: [{ all: [a] }] }] }] }, { any: [b] }, c] }
    expect(moveTo(deep, [2], [0, 0, 0, 0], 0)).not.toBeNull()
    expect(moveTo(deep, [1], [0, 0, 0, 0], 0)).toBeNull()
  })

  test('an emptied group stays', () => {
    expect(out({ all: [{ any: [a] }] }, [0, 0])?.tree).toEqual({ all: [{ any: [] }, a] })
  })
})

test('changing the kind, adding and removing', () => {
  const clause = { article: '第二条' }
  expect(makeGroup('of', [b, c], { need: 2, clause })).toEqual({ at_least: 2, of: [b, c], clause })
  expect(makeGroup('any', [b], { need: 2, clause: undefined })).toEqual({ any: [b] })
  expect(insertAt(null, [], 0, a)).toEqual({ tree: { all: [a] }, place: [0] })
  expect(insertAt(a, [], 1, b)).toEqual({ tree: { all: [a, b] }, place: [1] })
  expect(removeAt(tree, [1, 1])).toEqual({ all: [a, { any: [b], clause: { article: '第二条' } }, d] })
  expect(removeAt(a, [])).toBeNull()
})

const trees = fc.letrec<{ tree: Tree; group: Tree }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.nat().map((value): Tree => ({ fact: 'employees', op: 'gte', value })),
    tie('group'),
  ),
  group: fc
    .tuple(fc.constantFrom('all', 'any', 'of'), fc.array(tie('tree'), { maxLength: 4 }))
    .map(
      ([kind, parts]): Tree =>
        kind === 'of' ? { at_least: 2, of: parts } : ({ [kind]: parts } as unknown as Tree),
    ),
})).group

/** Returns the contents of a tree without order: conditions, and groups without their parts. */
const inventory = (each: Tree) =>
  nodesOf(each)
    .map(({ node }) => JSON.stringify(isGroup(node) ? { ...node, [kindOf(node)]: [] } : node))
    .sort()

test('no move loses or doubles anything, and it says where the node is now', () => {
  const anywhere = fc.tuple(trees, fc.nat(), fc.nat(), fc.nat({ max: 5 }))
  fc.assert(
    fc.property(anywhere, ([from, first, second, index]) => {
      const places = nodesOf(from).map(({ place }) => place)
      const [place = [], target = []] = [places[first % places.length], places[second % places.length]]
      const node = nodeAt(from, place)
      const moves = [
        moveTo(from, place, target, index),
        ...Object.values(MOVES).map((move) => move(from, place)),
      ]
      for (const moved of moves) {
        if (!moved) continue
        expect(inventory(moved.tree)).toEqual(inventory(from))
        expect(nodeAt(moved.tree, moved.place)).toBe(node)
      }
    }),
  )
})

test('up and down again: as before', () => {
  fc.assert(
    fc.property(trees, fc.nat(), (from, pick) => {
      const places = nodesOf(from).map(({ place }) => place)
      const place = places[pick % places.length] ?? []
      const moved = down(from, place)
      if (moved) expect(up(moved.tree, moved.place)).toEqual({ tree: from, place })
    }),
  )
})
