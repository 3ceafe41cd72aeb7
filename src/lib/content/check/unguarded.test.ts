import { expect, test } from 'vitest'
import type { Tree } from '../../rules/eligibility/tree.ts'
import { compileRates } from '../../rules/worth/compile.ts'
import { type Formula, NO_RATES } from '../../rules/worth/formula.ts'
import { compileBenefit } from '../../rules/worth/worth.ts'
import { type GoldenCompany, goldenWorth } from './golden-company.ts'
import { unguardedInBenefit, unguardedInTree } from './unguarded.ts'

const company = (facts: object, status: GoldenCompany['status'], worth?: string): GoldenCompany => ({
  ...{ name: '甲', facts, status },
  ...(worth && { worth: goldenWorth(worth) }),
})

test('a condition is unguarded without the company that it decides', () => {
  const tree: Tree = {
    all: [
      { fact: 'employees', op: 'lte', value: 300 },
      { fact: 'revenue', op: 'gte', value: '100万' },
    ],
  }
  const places = (companies: GoldenCompany[]) => unguardedInTree(tree, companies).map(({ place }) => place)
  const right = company({ employees: 300, revenue: '1000000' }, 'met')
  const tooMany = company({ employees: 301, revenue: '1000000' }, 'unmet')
  const tooLittle = company({ employees: 300, revenue: '999999' }, 'unmet')
  expect(places([right, tooMany, tooLittle])).toEqual([])
  expect(places([right, tooMany])).toEqual([[1]])
})

test('a part of a formula is unguarded without the amount that it decides; a factor of 100% needs none', () => {
  const unguarded = (is: Formula, ...companies: GoldenCompany[]) =>
    unguardedInBenefit(
      compileBenefit(
        { money: 'law', per: '年', steps: [{ name: '金额', is }] },
        null,
        compileRates(NO_RATES),
      ),
      companies,
    )
  const capped: Formula = { least: [{ fact: 'rd_expense' }, '50万元'] }
  const below = company({ rd_expense: '400000' }, 'met', '40万/年')
  expect(unguarded(capped, below, company({ rd_expense: '600000' }, 'met', '50万/年'))).toEqual([])
  expect(unguarded(capped, below)).toContainEqual(['steps', 0, 'is', 'least', 1])
  expect(unguarded({ times: [{ fact: 'rd_expense' }, '100%'] }, below)).toEqual([])
})
