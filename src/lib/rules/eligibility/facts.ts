/** The closed catalogue of facts for conditions, each with its question. */
import { type AskAnswers, type AskKey, isAskKey } from './asks.ts'
import {
  CERTIFICATES,
  COMPANY_KINDS,
  FOUNDER_GROUPS,
  HIRED_GROUPS,
  TAX_CREDITS,
  TAXPAYERS,
} from './options.ts'

export interface ValueByKind {
  choice: string
  /** An empty list is the answer "none of them". */
  multi: readonly string[]
  number: number
  /** 元 as a decimal string with at most two places: "1250000.50". */
  money: string
  date: string
  region: string
  industry: string
  boolean: boolean
}

interface Fact {
  kind: keyof ValueByKind
  label: string
  /** The question, if the name alone would not be one; with `yearsAgo` it follows the year. */
  title?: string
  /** For facts of one year: the question names the year, so that nobody miscounts. */
  yearsAgo?: number
  unit?: string
  options?: Readonly<Record<string, string>>
  help?: string
}

export const FACTS = {
  kind: {
    kind: 'choice',
    label: '主体类型',
    options: COMPANY_KINDS,
    help: '按营业执照或登记证书选择。国有、集体企业选“公司”，分公司按总公司填写；“其他组织”本站暂不能判断。',
  },
  region: { kind: 'region', label: '注册地', help: '尽量选到区县。' },
  industry: { kind: 'industry', label: '所属行业', help: '按收入最多的业务选择，尽量选具体。' },
  founded_on: { kind: 'date', label: '成立日期', help: '营业执照或者登记证书上的成立日期。' },
  founder_groups: {
    kind: 'multi',
    label: '创办人身份',
    options: FOUNDER_GROUPS,
    help: '按法定代表人、经营者或者负责人本人填写。一项都没有，请选“以上都没有”。',
  },
  employees: {
    kind: 'number',
    label: '职工人数',
    unit: '人',
    help: '接受的劳务派遣人员也算；派遣单位派出去的人不算，残疾人就业保障金另外问。人数变动大的，按全年季度平均值填写：每季度季初数加季末数除以 2，四个季度再平均。',
  },
  insured: {
    kind: 'number',
    label: '参保人数',
    title: '年末参保人数',
    yearsAgo: 1,
    unit: '人',
    help: '缴纳社会保险的职工。',
  },
  dismissed: { kind: 'number', label: '上年裁员人数', title: '年裁员人数', yearsAgo: 1, unit: '人' },
  key_hires: {
    kind: 'number',
    label: '新招用重点群体人数',
    title: '近 12 个月新招用重点群体人数',
    unit: '人',
    help: '登记失业人员、就业困难人员、退役军人、刑满释放人员、高校和职业院校毕业生、化解过剩产能企业职工和失业人员、返乡创业人员、网络商户、脱贫人口及农民。',
  },
  hired_groups: {
    kind: 'multi',
    label: '招用人员',
    title: '招用人员类别',
    options: HIRED_GROUPS,
    help: '签了一年以上劳动合同并缴纳社会保险的才算；见习人员签了见习协议就算。一项都没有，请选“以上都没有”。',
  },
  revenue: { kind: 'money', label: '上年营业收入', title: '年度营业收入', yearsAgo: 1, unit: '元' },
  main_revenue: {
    kind: 'money',
    label: '主营业务收入',
    title: '年度主营业务收入',
    yearsAgo: 1,
    unit: '元',
    help: '收入最多的那一类业务的收入，不含其他业务收入。',
  },
  revenue_prior: { kind: 'money', label: '前年营业收入', title: '年度营业收入', yearsAgo: 2, unit: '元' },
  revenue_prior2: { kind: 'money', label: '大前年营业收入', title: '年度营业收入', yearsAgo: 3, unit: '元' },
  rd_expense: { kind: 'money', label: '上年研发费用', title: '年度研发费用', yearsAgo: 1, unit: '元' },
  rd_expense_prior: { kind: 'money', label: '前年研发费用', title: '年度研发费用', yearsAgo: 2, unit: '元' },
  rd_expense_prior2: {
    kind: 'money',
    label: '大前年研发费用',
    title: '年度研发费用',
    yearsAgo: 3,
    unit: '元',
  },
  rd_staff: { kind: 'number', label: '研发和科技人员', title: '研发和科技人员人数', unit: '人' },
  assets: {
    kind: 'money',
    label: '资产总额',
    title: '年末资产总额',
    yearsAgo: 1,
    unit: '元',
    help: '小型微利企业看全年季度平均值，年末数接近 5000 万元的，请按平均值再核对。',
  },
  liabilities: { kind: 'money', label: '负债总额', title: '年末负债总额', yearsAgo: 1, unit: '元' },
  taxable_income: {
    kind: 'money',
    label: '应纳税所得额',
    title: '年度应纳税所得额',
    yearsAgo: 1,
    unit: '元',
    help: '照抄年度申报表上的“应纳税所得额”，或者自己估算。申报表上是 0、但有免税项目或者加计扣除的，填减去这些优惠以前的所得。亏损的填 0。',
  },
  investment: { kind: 'money', label: '近两年新增股权融资', unit: '元', help: '没有的填 0。' },
  tech_transfer: {
    kind: 'boolean',
    label: '技术转让',
    title: '本年度是否转让或者许可技术',
    help: '例如专利、软件著作权的转让，或者五年以上的许可使用。',
  },
  ip_invention: {
    kind: 'number',
    label: '发明专利',
    title: '有效发明专利件数',
    unit: '件',
    help: '植物新品种、国家新药、集成电路布图设计专有权等其他Ⅰ类知识产权也计入。',
  },
  ip_utility: {
    kind: 'number',
    label: '实用新型、外观设计和软件著作权',
    title: '实用新型、外观设计和软件著作权件数',
    unit: '件',
  },
  certificates: {
    kind: 'multi',
    label: '已有资质',
    options: CERTIFICATES,
    help: '有效期内的才算。一项都没有，请选“以上都没有”。',
  },
  tax_credit: {
    kind: 'choice',
    label: '纳税信用级别',
    title: '最近一次纳税信用级别',
    options: TAX_CREDITS,
  },
  taxpayer: { kind: 'choice', label: '增值税纳税人类别', options: TAXPAYERS },
  exporter: { kind: 'boolean', label: '进出口业务', title: '年是否有进出口业务', yearsAgo: 1 },
  abnormal: { kind: 'boolean', label: '经营异常名录', title: '是否列入经营异常名录' },
  violations: {
    kind: 'boolean',
    label: '重大事故或严重违法',
    title: '近一年是否有重大事故或者严重违法',
    help: '包括重大安全事故、重大质量事故、严重环境违法，也包括列入严重失信名单（失信被执行人、重大税收违法失信主体、严重违法失信企业等）。',
  },
} as const satisfies Record<string, Fact>

export type FactKey = keyof typeof FACTS

export type AnswerKey = FactKey | AskKey

export const FACT_KEYS = Object.keys(FACTS) as FactKey[]

/** A company's answers. An absent fact is unanswered; `null` is 不清楚. */
export type Facts = AskAnswers & {
  readonly [Key in FactKey]?: ValueByKind[(typeof FACTS)[Key]['kind']] | null
}

export function isFactKey(key: string): key is FactKey {
  return Object.hasOwn(FACTS, key)
}

export function isAnswerKey(key: string): key is AnswerKey {
  return isFactKey(key) || isAskKey(key)
}

export function answerKeysOf(answers: Readonly<Partial<Record<string, unknown>>>): AnswerKey[] {
  const keys = [...FACT_KEYS, ...Object.keys(answers).filter(isAskKey)]
  return keys.filter((key) => answers[key] !== undefined)
}

export function factOf(key: FactKey): Fact {
  return FACTS[key]
}

export function questionTitle(key: FactKey, today: string): string {
  const { kind, label, title = label, yearsAgo } = factOf(key)
  const year = yearsAgo === undefined ? '' : Number(today.slice(0, 4)) - yearsAgo
  return `${year}${title}${kind === 'money' ? '（元）' : ''}`
}
