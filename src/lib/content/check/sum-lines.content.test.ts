import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { readCompany } from '../../rules/eligibility/company.ts'
import { compileRates } from '../../rules/worth/compile.ts'
import { readExclusions } from '../exclusions.ts'
import { readRates } from '../rates.ts'
import { compilePages } from './combination-of.ts'
import { GOLDEN_DAY, readWrittenFacts } from './golden-company.ts'
import { readCollection } from './library.ts'
import { sumLines } from './sum-lines.ts'

const CONTENT = fileURLToPath(new URL('../../../content', import.meta.url))
const { entries } = await readCollection(CONTENT, 'interpretations')
const { exclusions } = await readExclusions(CONTENT)
const { rates } = await readRates(CONTENT)

/** 500万元 before reliefs: 5% after research of 200 and machines of 10. */
const FACTS = {
  ...{
    kind: 'company',
    region: '350100',
    industry: 'C3911',
    employees: 80,
    assets: '2000万',
    '1.industry': true,
  },
  ...{ taxable_income: '500万', '3.deducted': false, certificates: ['high_tech'], insured: 80, dismissed: 0 },
  ...{ rd_expense: '200万', '3.outsourced': 0, '3.abroad': 0, '3.extra': false, '36.spent': '10万' },
  ...{ '38.premium': '1万', '22.surtax': '4万', '16.embedded': false },
}

function linesFor(...ids: number[]): string[] {
  const { facts, problems } = readWrittenFacts(FACTS)
  expect(problems).toEqual([])
  const pages = entries.flatMap(({ data }) => (ids.includes(data.id) ? [data] : []))
  return sumLines(compilePages(pages, compileRates(rates)), readCompany(facts, GOLDEN_DAY), exclusions)
}

test('the return line by line, then every other policy, the excluded ones, and the sum', () => {
  expect(linesFor(2, 3, 17, 22, 29, 36)).toEqual([
    '企业所得税，一起算：3 研发费用加计扣除、17 西部鼓励类产业所得税减征、36 专用设备投资额抵免',
    '  减去各项优惠以前的所得 500 万元',
    '  没有这些优惠时应缴 125 万元（按25%）',
    '  加计扣除、减计收入、多扣的费用，最多扣到零（A107010、A105050） 200 万元',
    '  其余按的税率（A107040） 5%',
    '  抵免的税额（A107050） 1 万元',
    '  享受以后应缴 14 万元',
    '  少缴 500 万元 × 25% −（（500 万元 − 200 万元）× 5% − 1 万元） = 111 万元',
    '22 “六税两费”减半征收 2 万元',
    '  少缴的六税两费：4 万元 × 50% = 2 万元',
    '合计 113 万元',
    '没有计入，因为取了 17（都是降低同一笔所得的企业所得税税率，同一年度只能选一项）：2 高新技术企业认定',
    '没有计入，不是能算成钱的：29 设备器具一次性扣除',
  ])
})

test('a policy that waits for a number or a certificate is marked', () => {
  expect(linesFor(28, 109)).toEqual([
    '合计 0 元',
    '没有计入，还要填数才能算：28 残疾人就业保障金减免',
    '没有计入，还没有取得证书：109 技术先进型服务企业认定',
  ])
})
