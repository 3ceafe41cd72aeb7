import { expect, test } from 'vitest'
import { fundSchema, providerSchema } from '../schema/directory.ts'
import { loanSchema } from '../schema/loans.ts'
import { ofFund, ofLoan, ofProvider } from './products.ts'

const contact = { phone: '400-000-0000' }

const FUND = fundSchema.parse({
  ...{ id: 5, title: '示例天使创投基金', region: '440100', kind: '市场化基金', stage: '初创期' },
  ...{ intro: '投种子期和天使轮。', manager: '示例管理公司', focus: ['硬科技'], who: ['成立不满三年'] },
  ...{ ticket: { min: 1, max: 2, unit: '元' }, contact },
})
const PROVIDER = providerSchema.parse({
  ...{ id: 7, title: '示例服务所', region: '510000', regions: ['510100', '500000'], category: 1 },
  ...{ intro: '先查新再动笔。', services: [{ name: '专利查新', text: '出具检索报告' }], contact },
})
const LOAN = loanSchema.parse({
  ...{
    id: 3,
    title: '示例周转贷',
    region: '000000',
    themes: ['融资信贷'],
    lender: '示例银行',
    security: '信用',
  },
  ...{ needs: ['日常经营'], intro: '随借随还。', fees: '没有', methods: ['annuity'], who: ['登记满 2 年'] },
  ...{ amount: { min: 1, max: 2, unit: '元' }, rate: { min: 3, max: 4 }, months: { min: 3, max: 36 } },
  ...{ materials: [{ name: '营业执照' }], source: { name: '示例产品' } },
})

test('each leads to its page', () => {
  const leads = [ofLoan(LOAN), ofFund(FUND), ofProvider(PROVIDER)].map(({ kind, result }) => [kind, result])
  expect(leads).toEqual([
    [
      '企业贷款',
      {
        ...{ title: '示例周转贷', place: '全国', from: '示例银行', gist: '随借随还。' },
        page: '/loan/home#product-3',
      },
    ],
    [
      '产业基金',
      {
        title: '示例天使创投基金',
        place: '广州市',
        from: '示例管理公司',
        gist: '投种子期和天使轮。',
        page: '/fund/5',
      },
    ],
    ['服务商', { title: '示例服务所', place: '四川省', gist: '先查新再动笔。', page: '/enterprise/1/7' }],
  ])
})

test('purpose, customers and place are searchable', () => {
  const { about, body } = ofProvider(PROVIDER).searched
  expect(about).toContain('商标')
  expect(about).toContain('成都市')
  expect(body).toBe('先查新再动笔。\n专利查新\n出具检索报告')
  expect(ofLoan(LOAN).searched.about).toMatch(/企业贷款 示例银行 .*融资信贷 贷款 信用贷款 日常经营/)
  expect(ofFund(FUND).searched.body).toContain('成立不满三年')
})
