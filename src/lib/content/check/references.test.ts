import { expect, test } from 'vitest'
import { brokenLinks } from './references.ts'

const entry = <Data>(data: Data, body = '') => ({ file: 'a.md', data, body, bodyLine: 10, lineOf: () => 3 })

test('internal links are checked, with the line of a broken one', () => {
  const known = {
    originals: new Set([2]),
    interpretations: new Set([1]),
    news: new Set<number>(),
    funds: new Set([1]),
    providers: new Set(['1/2']),
  }
  const body = [
    '[好](/review/2#tiao-3) [也好](/pmanagement/1?x=1) [列表](/reviewlist) [外面](https://a.gov.cn/review/9)',
    '[基金](/fund/1) [服务商](/enterprise/1/2) [贷款](/loan/home) [清单](/mylist/1) [类别](/providerlist/6)',
    '[坏](/fund/2) [坏](/enterprise/2/2) [坏](/loan/nowhere) [坏](/providerlist/7)',
    '[坏](/review/9) [坏](/information/consultation/1) [坏](/nowhere) `[不是](x)`',
  ].join('\n')
  expect(brokenLinks([entry({}, body)], known).map(({ line, found }) => `${line} ${found}`)).toEqual([
    '12 /fund/2',
    '12 /enterprise/2/2',
    '12 /loan/nowhere',
    '12 /providerlist/7',
    '13 /review/9',
    '13 /information/consultation/1',
    '13 /nowhere',
  ])
})
