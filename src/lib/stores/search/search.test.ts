import { expect, test } from 'vitest'
import { nearestWord } from './search.ts'

const KNOWN = ['高新技术企业', '专精特新', '研发费用加计扣除']

test.each([
  ['高新技木企业', '高新技术企业'],
  ['高新技企业', '高新技术企业'],
  ['高新科技术企业', '高新技术企业'],
  ['专精特薪', '专精特新'],
  ['研发费用家计扣除', '研发费用加计扣除'],
  ['高新技术企业', undefined],
  ['高新科枝企业', undefined],
  ['新', undefined],
])('%s may be meant as %s', (typed, meant) => {
  expect(nearestWord(typed, KNOWN)).toBe(meant)
})
