import { expect, test } from 'vitest'
import { isPackedTree, makePacker, unpackTree, wordsOf } from './pack.ts'
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
  expect(unpackTree(pack(TREE), conditions, wordsOf(TREE))).toEqual(TREE)
})

test('equal conditions are kept once, whatever their clauses say', () => {
  const { conditions, pack } = makePacker()
  expect(pack(TREE)).toEqual([0, 0, [1, 1, 0]])
  expect(conditions).toHaveLength(2)
})

test('an ask is its key among the conditions; its words travel with the clauses', () => {
  const ask: Tree = {
    ask: '主营业务属于目录',
    key: '17.catalogue',
    help: '逐条对照',
    clause: { article: '第一条' },
  }
  const tree: Tree = { all: [OF_FIRMS, ask] }
  const { conditions, pack } = makePacker()
  const packed = JSON.parse(JSON.stringify(pack(tree)))
  expect(packed).toEqual([0, 0, '17.catalogue'])
  expect(isPackedTree(packed)).toBe(true)
  expect(unpackTree(packed, conditions, wordsOf(tree))).toEqual(tree)
  expect(unpackTree(packed, conditions)).toMatchObject({ all: [{}, { ask: '', key: '17.catalogue' }] })
})

test.each([['catalogue'], [-1], [[0]], [[0, 'x']], [null]])('%j is no packed tree', (node) => {
  expect(isPackedTree(node)).toBe(false)
})

test('`any` comes back as what it means', () => {
  const { conditions, pack } = makePacker()
  expect(unpackTree(pack({ any: [OF_FIRMS] }), conditions)).toMatchObject({ at_least: 1 })
})

test('a place that is not in the table is refused', () => {
  expect(() => unpackTree([0, 7], [])).toThrow('no condition 7')
})
