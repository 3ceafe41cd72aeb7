import { ONE, type Quantity, readDecimal } from './decimal.ts'
import type { FactKey, Facts } from './facts.ts'

interface Derived {
  kind: 'number' | 'money' | 'share' | 'age' | 'size' | 'held'
  label: string
  unit?: string
  from: readonly FactKey[]
}

const REVENUES = ['revenue', 'revenue_prior', 'revenue_prior2'] as const
const RD_EXPENSES = ['rd_expense', 'rd_expense_prior', 'rd_expense_prior2'] as const

export const DERIVED = {
  age_years: { kind: 'age', label: '成立年限', unit: '年', from: ['founded_on'] },
  size: { kind: 'size', label: '企业规模', from: ['industry', 'employees', 'revenue', 'assets'] },
  revenue_3y: { kind: 'money', label: '近三年营业收入合计', unit: '元', from: REVENUES },
  rd_expense_3y: { kind: 'money', label: '近三年研发费用合计', unit: '元', from: RD_EXPENSES },
  main_ratio: {
    kind: 'share',
    label: '主营业务收入占营业收入的比例',
    unit: '%',
    from: ['main_revenue', 'revenue'],
  },
  rd_ratio: {
    kind: 'share',
    label: '上年研发费用占营业收入的比例',
    unit: '%',
    from: ['rd_expense', 'revenue'],
  },
  rd_ratio_prior: {
    kind: 'share',
    label: '前年研发费用占营业收入的比例',
    unit: '%',
    from: ['rd_expense_prior', 'revenue_prior'],
  },
  rd_ratio_3y: {
    kind: 'share',
    label: '近三年研发费用占营业收入的比例',
    unit: '%',
    from: [...RD_EXPENSES, ...REVENUES],
  },
  revenue_growth: {
    kind: 'share',
    label: '上年营业收入增长率',
    unit: '%',
    from: ['revenue', 'revenue_prior'],
  },
  rd_staff_ratio: {
    kind: 'share',
    label: '研发和科技人员占职工的比例',
    unit: '%',
    from: ['rd_staff', 'employees'],
  },
  key_hire_ratio: {
    kind: 'share',
    label: '新招用重点群体占职工的比例',
    unit: '%',
    from: ['key_hires', 'employees'],
  },
  dismissal_ratio: { kind: 'share', label: '裁员率', unit: '%', from: ['dismissed', 'insured'] },
  debt_ratio: { kind: 'share', label: '资产负债率', unit: '%', from: ['liabilities', 'assets'] },
  /** For companies that need no new certificate; no step, because the policy itself grants it. */
  held_certificates: { kind: 'held', label: '已经持有的资质', from: ['certificates'] },
  ip_total: { kind: 'number', label: '知识产权', unit: '件', from: ['ip_invention', 'ip_utility'] },
} as const satisfies Record<string, Derived>

export type DerivedKey = keyof typeof DERIVED

export function isDerivedKey(key: string): key is DerivedKey {
  return Object.hasOwn(DERIVED, key)
}

export function derivedOf(key: DerivedKey): Derived {
  return DERIVED[key]
}

export type Figures = Partial<Record<FactKey | DerivedKey, Quantity>>

export function readFigures(facts: Facts): Figures {
  const figures: Figures = {}
  for (const [key, value] of Object.entries(facts) as [FactKey, unknown][]) {
    const n = readDecimal(value)
    if (n !== undefined) figures[key] = { n, d: ONE }
  }
  const set = (key: DerivedKey, figure: Quantity | undefined) => {
    if (figure !== undefined) figures[key] = figure
  }
  set('revenue_3y', sum(figures, REVENUES))
  set('rd_expense_3y', sum(figures, RD_EXPENSES))
  set('ip_total', sum(figures, ['ip_invention', 'ip_utility']))
  set('main_ratio', share(figures.main_revenue, figures.revenue))
  set('rd_ratio', share(figures.rd_expense, figures.revenue))
  set('rd_ratio_prior', share(figures.rd_expense_prior, figures.revenue_prior))
  set('rd_ratio_3y', share(figures.rd_expense_3y, figures.revenue_3y))
  set('revenue_growth', growth(figures.revenue, figures.revenue_prior))
  set('rd_staff_ratio', share(figures.rd_staff, figures.employees))
  // A company without employees has hired nobody, which is below every required share.
  set(
    'key_hire_ratio',
    figures.employees?.n === 0n ? figures.employees : share(figures.key_hires, figures.employees),
  )
  set('dismissal_ratio', share(figures.dismissed, figures.insured))
  set('debt_ratio', share(figures.liabilities, figures.assets))
  return figures
}

function sum(figures: Figures, keys: readonly FactKey[]): Quantity | undefined {
  let n = 0n
  for (const key of keys) {
    const figure = figures[key]
    if (figure === undefined) return undefined
    n += figure.n
  }
  return { n, d: ONE }
}

/** In percent. A share of 0 is undefined, so that the verdict is 待确认. */
function share(part: Quantity | undefined, whole: Quantity | undefined): Quantity | undefined {
  if (part === undefined || whole === undefined || whole.n <= 0n) return undefined
  return { n: part.n * 100n, d: whole.n }
}

function growth(now: Quantity | undefined, before: Quantity | undefined): Quantity | undefined {
  return now && before && share({ n: now.n - before.n, d: ONE }, before)
}
