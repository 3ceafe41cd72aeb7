/** The closed catalogue of facts that conditions may speak of, each with the question that asks for it. */
import {
  CERTIFICATES,
  COMPANY_KINDS,
  FOUNDER_GROUPS,
  HIRED_GROUPS,
  TAX_CREDITS,
  TAXPAYERS,
} from './options.ts'

/** How a fact is held once it has been read. */
export interface ValueByKind {
  choice: string
  /** An empty list is an answer: none of them. */
  multi: readonly string[]
  /** A whole number, 0 or more. */
  number: number
  /** 元 as a decimal string with at most two places: "1250000.50". */
  money: string
  /** YYYY-MM-DD. */
  date: string
  /** GB/T 2260, six digits. */
  region: string
  /** GB/T 4754, as `readIndustry` gives it. */
  industry: string
  boolean: boolean
}

interface Fact {
  kind: keyof ValueByKind
  /** The question, as the company reads it. */
  title: string
  /** The fact's name in a reason. */
  label: string
  unit?: string
  options?: Readonly<Record<string, string>>
  help?: string
}

const LAST_YEAR = '按上一个完整会计年度填写。'

export const FACTS = {
  kind: { kind: 'choice', title: '您属于哪一类？', label: '主体类型', options: COMPANY_KINDS },
  region: { kind: 'region', title: '注册在哪里？', label: '注册地', help: '尽量选到区县。' },
  industry: {
    kind: 'industry',
    title: '主要从事哪个行业？',
    label: '所属行业',
    help: '按收入最多的业务选择。',
  },
  founded_on: {
    kind: 'date',
    title: '哪一天注册成立？',
    label: '成立日期',
    help: '营业执照上的成立日期。',
  },
  founder_groups: {
    kind: 'multi',
    title: '主要创办人有哪些身份？',
    label: '创办人身份',
    options: FOUNDER_GROUPS,
    help: '按法定代表人或者经营者本人填写。一项都没有，请选“以上都没有”。',
  },
  employees: { kind: 'number', title: '有多少名职工？', label: '职工人数', unit: '人' },
  insured: {
    kind: 'number',
    title: '为多少名职工缴纳社会保险？',
    label: '参保人数',
    unit: '人',
    help: '按上年末填写。',
  },
  dismissed: { kind: 'number', title: '上年裁员多少人？', label: '上年裁员人数', unit: '人' },
  key_hires: {
    kind: 'number',
    title: '近 12 个月新招用多少名重点群体人员？',
    label: '新招用重点群体人数',
    unit: '人',
    help: '高校毕业生、登记失业人员、脱贫人口、退役军人等。',
  },
  hired_groups: {
    kind: 'multi',
    title: '招用了哪些人员？',
    label: '招用人员',
    options: HIRED_GROUPS,
    help: '签了一年以上劳动合同并缴纳社会保险的才算；见习人员签了见习协议就算。一项都没有，请选“以上都没有”。',
  },
  revenue: {
    kind: 'money',
    title: '上年营业收入是多少？',
    label: '上年营业收入',
    unit: '元',
    help: LAST_YEAR,
  },
  main_revenue: {
    kind: 'money',
    title: '上年主营业务收入是多少？',
    label: '主营业务收入',
    unit: '元',
    help: '收入最多的那一类业务的收入，不含其他业务收入。',
  },
  revenue_prior: { kind: 'money', title: '前年营业收入是多少？', label: '前年营业收入', unit: '元' },
  revenue_prior2: { kind: 'money', title: '大前年营业收入是多少？', label: '大前年营业收入', unit: '元' },
  rd_expense: {
    kind: 'money',
    title: '上年研发费用是多少？',
    label: '上年研发费用',
    unit: '元',
    help: LAST_YEAR,
  },
  rd_expense_prior: { kind: 'money', title: '前年研发费用是多少？', label: '前年研发费用', unit: '元' },
  rd_expense_prior2: { kind: 'money', title: '大前年研发费用是多少？', label: '大前年研发费用', unit: '元' },
  rd_staff: { kind: 'number', title: '有多少名研发和科技人员？', label: '研发和科技人员', unit: '人' },
  assets: { kind: 'money', title: '上年末资产总额是多少？', label: '资产总额', unit: '元' },
  liabilities: { kind: 'money', title: '上年末负债总额是多少？', label: '负债总额', unit: '元' },
  taxable_income: {
    kind: 'money',
    title: '上年应纳税所得额是多少？',
    label: '应纳税所得额',
    unit: '元',
    help: '亏损的填 0。',
  },
  investment: {
    kind: 'money',
    title: '近两年新增股权融资多少？',
    label: '近两年新增股权融资',
    unit: '元',
    help: '没有的填 0。',
  },
  tech_transfer: {
    kind: 'boolean',
    title: '今年转让过技术或者许可别人使用技术吗？',
    label: '技术转让',
    help: '例如专利、软件著作权的转让，或者五年以上的许可使用。',
  },
  ip_invention: {
    kind: 'number',
    title: '有多少件有效的发明专利？',
    label: '发明专利',
    unit: '件',
    help: '植物新品种、国家新药、集成电路布图设计专有权等其他Ⅰ类知识产权也计入。',
  },
  ip_utility: {
    kind: 'number',
    title: '有多少件实用新型、外观设计和软件著作权？',
    label: '实用新型、外观设计和软件著作权',
    unit: '件',
  },
  certificates: {
    kind: 'multi',
    title: '有哪些有效的资质？',
    label: '已有资质',
    options: CERTIFICATES,
    help: '一项都没有，请选“以上都没有”。',
  },
  tax_credit: {
    kind: 'choice',
    title: '最近一次纳税信用是哪一级？',
    label: '纳税信用级别',
    options: TAX_CREDITS,
  },
  taxpayer: {
    kind: 'choice',
    title: '是哪一类增值税纳税人？',
    label: '增值税纳税人类别',
    options: TAXPAYERS,
  },
  exporter: { kind: 'boolean', title: '上年有进出口业务吗？', label: '进出口业务' },
  abnormal: { kind: 'boolean', title: '现在列入经营异常名录了吗？', label: '经营异常名录' },
  violations: {
    kind: 'boolean',
    title: '近一年有重大安全、重大质量事故或者严重违法行为吗？',
    label: '重大事故或严重违法',
    help: '包括严重环境违法，也包括列入严重失信名单。',
  },
} as const satisfies Record<string, Fact>

export type FactKey = keyof typeof FACTS

export const FACT_KEYS = Object.keys(FACTS) as FactKey[]

/** What a company has told. An absent fact has not been asked or answered; `null` is the answer 不清楚. */
export type Facts = { readonly [Key in FactKey]?: ValueByKind[(typeof FACTS)[Key]['kind']] | null }

export function isFactKey(key: string): key is FactKey {
  return Object.hasOwn(FACTS, key)
}

/** A fact's entry with its optional fields readable. */
export function factOf(key: FactKey): Fact {
  return FACTS[key]
}
