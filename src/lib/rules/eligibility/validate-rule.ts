/** Finds mistakes in a tree, each with its path. The contract's schema checks the shape. */
import { makeTest } from './conditions/condition.ts'
import { asksOf, isGroup, partsOf, type Tree } from './tree.ts'

export interface RuleProblem {
  path: (string | number)[]
  message: string
}

export function validateRule(tree: Tree): RuleProblem[] {
  const keys = asksOf(tree).map(({ key }) => key)
  const twice = keys.find((key, index) => keys.indexOf(key) < index)
  const problems = problemsOf(tree)
  return twice === undefined
    ? problems
    : [...problems, { path: [], message: `有两个问题的 key 都是 ${twice}` }]
}

function problemsOf(tree: Tree): RuleProblem[] {
  if (!isGroup(tree)) {
    const test = makeTest(tree)
    return typeof test === 'string' ? [{ path: [], message: test }] : []
  }
  const { need, parts } = partsOf(tree)
  const key = 'all' in tree ? 'all' : 'any' in tree ? 'any' : 'of'
  const problems = parts.flatMap((part, index) =>
    problemsOf(part).map(({ path, message }) => ({ path: [key, index, ...path], message })),
  )
  if (parts.length === 0) return [{ path: [key], message: '没有写条件' }]
  if (Number.isInteger(need) && need >= 1 && need <= parts.length) return problems
  return [
    { path: ['at_least'], message: `应为 1 到 ${parts.length} 的整数：下面只有 ${parts.length} 项` },
    ...problems,
  ]
}
