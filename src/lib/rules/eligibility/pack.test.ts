import { expect, test } from 'vitest'
import { clausesOf, makePacker, unpackTree } from './pack.ts'
import type { Tree } from './tree.ts'

const OF_FIRMS: Tree = {
  fact: 'kind',
  op: 'eq',
  value: 'company',
  clause: { article: '第二条', gist: '是企业' },
}
const TREE: Tree = {
  all: [
    OF_FIRMS,
    {
      at_least: 1,
      clause: { article: '第三条' },
      of: [
        { fact: 'employees', op: 'gte', value: 10 },
        { fact: 'kind', op: 'eq', value: 'company' },
      ],
    },
  ],
}

test('a tree comes back with its clauses', () => {
  const { conditions, pack } = makePacker()
  expect(unpackTree(pack(TREE), conditions, clausesOf(TREE))).toEqual(TREE)
})

test('equal conditions are kept once, whatever their clauses say', () => {
  const { conditions, pack } = makePacker()
  expect(pack(TREE)).toEqual([0, 0, [1, 1, 0]])
  expect(conditions).toHaveLength(2)
})

test('`any` comes back as what it means', () => {
  const { conditions, pack } = makePacker()
  expect(unpackTree(pack({ any: [OF_FIRMS] }), conditions)).toMatchObject({ at_least: 1 })
})

test('a place that is not in the table is refused', () => {
  expect(() => unpackTree([0, 7], [])).toThrow('no condition 7')
})
