/** A company as conditions use it: its facts, and everything derived from them once. */
import { addMonths } from './calendar.ts'
import { compareQuantities, ONE, type Quantity } from './decimal.ts'
import { derivedOf, type Figures, isDerivedKey, readFigures } from './derived.ts'
import type { AnswerKey, FactKey, Facts } from './facts.ts'
import { industryContains } from './industries.ts'
import { SIZES } from './options.ts'
import type { Subject } from './tree.ts'

export interface Company {
  facts: Facts
  /** The day of the verdict in China, YYYY-MM-DD. */
  today: string
  figures: Figures
  size: SizeRange
  birthday: (months: number) => string | undefined
}

export function readCompany(facts: Facts, today: string): Company {
  const figures = readFigures(facts)
  const size = sizeRange(facts.industry ?? undefined, figures)
  return { facts, today, figures, size, birthday: birthdaysFrom(facts.founded_on) }
}

function birthdaysFrom(founded: string | null | undefined): Company['birthday'] {
  const days = new Map<number, string>()
  return (months) => {
    if (!founded) return undefined
    const day = days.get(months) ?? addMonths(founded, months)
    days.set(months, day)
    return day
  }
}

export function inputsOf(subject: Subject): readonly FactKey[] {
  return isDerivedKey(subject) ? derivedOf(subject).from : [subject]
}

/** Returns the facts that must be answered, or answered more precisely, to know `subject`. */
export function missingFor(subject: Subject, { facts, size }: Company): readonly FactKey[] {
  if (subject === 'size') return size.missing
  if (subject === 'region' || subject === 'industry') return [subject]
  return inputsOf(subject).filter((key) => facts[key] === undefined || facts[key] === null)
}

/** Whether `key` can still be asked: unanswered, or an industry given by its section (制造业) only. 不清楚 is an answer. */
export function canBeAsked(key: AnswerKey, facts: Facts): boolean {
  return facts[key] === undefined || (key === 'industry' && facts.industry?.length === 1)
}

// 中小企业划型 by 工信部联企业〔2011〕300号: the lowest class by any figure wins. Missing figures leave a range, which is often
// enough: 10 people in industry make 微型 with any revenue.

// Thresholds of 工信部联企业〔2011〕300号 第四条 by GB/T 4754-2017 codes. Money in 元.

interface SizeStandard {
  scopes: readonly string[]
  bounds: readonly {
    fact: 'employees' | 'revenue' | 'assets'
    /** Lower bounds of 小型, 中型, 大型. */
    from: readonly bigint[]
  }[]
}

const employees = (...from: number[]) => ({ fact: 'employees', from: from.map(BigInt) }) as const

/** In 万元, as printed in the standard. */
const revenue = (...from: number[]) => ({ fact: 'revenue', from: from.map(wan) }) as const
const assets = (...from: number[]) => ({ fact: 'assets', from: from.map(wan) }) as const

function wan(amount: number): bigint {
  return BigInt(amount) * 10_000n
}

export const SIZE_STANDARDS: readonly SizeStandard[] = [
  // 农、林、牧、渔业
  { scopes: ['A'], bounds: [revenue(50, 500, 20_000)] },
  // 工业
  { scopes: ['B', 'C', 'D'], bounds: [employees(20, 300, 1000), revenue(300, 2000, 40_000)] },
  // 建筑业
  { scopes: ['E'], bounds: [revenue(300, 6000, 80_000), assets(300, 5000, 80_000)] },
  // 批发业
  { scopes: ['F51'], bounds: [employees(5, 20, 200), revenue(1000, 5000, 40_000)] },
  // 零售业
  { scopes: ['F52'], bounds: [employees(10, 50, 300), revenue(100, 500, 20_000)] },
  // 交通运输业，不含铁路；2017 年版把装卸搬运列为 591
  {
    scopes: ['G54', 'G55', 'G56', 'G57', 'G58', 'G591'],
    bounds: [employees(20, 300, 1000), revenue(200, 3000, 30_000)],
  },
  // 仓储业
  { scopes: ['G59'], bounds: [employees(20, 100, 200), revenue(100, 1000, 30_000)] },
  // 邮政业
  { scopes: ['G60'], bounds: [employees(20, 300, 1000), revenue(100, 2000, 30_000)] },
  // 住宿业、餐饮业
  { scopes: ['H'], bounds: [employees(10, 100, 300), revenue(100, 2000, 10_000)] },
  // 信息传输业
  { scopes: ['I63', 'I64'], bounds: [employees(10, 100, 2000), revenue(100, 1000, 100_000)] },
  // 软件和信息技术服务业
  { scopes: ['I65'], bounds: [employees(10, 100, 300), revenue(50, 1000, 10_000)] },
  // 房地产开发经营
  { scopes: ['K7010', 'K701'], bounds: [revenue(100, 1000, 200_000), assets(2000, 5000, 10_000)] },
  // 物业管理
  { scopes: ['K7020', 'K702'], bounds: [employees(100, 300, 1000), revenue(500, 1000, 5000)] },
  // 租赁和商务服务业
  { scopes: ['L'], bounds: [employees(10, 100, 300), assets(100, 8000, 120_000)] },
  // 其他未列明行业
  { scopes: ['K70', 'M', 'N', 'O', 'Q85', 'R'], bounds: [employees(10, 100, 300)] },
  // 不在划型范围：铁路运输、金融、教育、卫生、公共管理、国际组织
  { scopes: ['G53', 'J', 'P', 'Q84', 'S', 'T'], bounds: [] },
]

type Size = keyof typeof SIZES

const NAMES = Object.keys(SIZES) as Size[]

interface SizeRange {
  possible: readonly Size[]
  missing: readonly FactKey[]
}

/** `industry` as returned by `readIndustry`. Industries outside the standard (finance, railways, …) stay open. */
function sizeRange(industry: string | undefined, figures: Figures): SizeRange {
  if (industry === undefined) return { possible: NAMES, missing: ['industry'] }
  let lowest = NAMES.length - 1
  let highest = 0
  const standards = standardsFor(industry)
  const missing = new Set<FactKey>(standards.length > 1 ? ['industry'] : [])
  for (const standard of standards) {
    const levels = standard.bounds.map(({ fact, from }) => {
      const figure = figures[fact]
      if (figure === undefined) missing.add(fact)
      return figure && levelOf(figure, from)
    })
    const known = levels.filter((level) => level !== undefined)
    highest = Math.max(highest, Math.min(NAMES.length - 1, ...known))
    lowest = Math.min(lowest, known.length === levels.length && known.length > 0 ? Math.min(...known) : 0)
  }
  const possible = NAMES.slice(lowest, highest + 1)
  return { possible, missing: possible.length === 1 ? [] : [...missing] }
}

function standardsFor(industry: string): SizeStandard[] {
  const scopes = SIZE_STANDARDS.flatMap((standard) => standard.scopes.map((scope) => ({ scope, standard })))
  const around = scopes
    .filter(({ scope }) => industryContains(scope, industry))
    .sort((a, b) => b.scope.length - a.scope.length)
    .slice(0, 1)
  const inside = scopes.filter(({ scope }) => scope !== industry && industryContains(industry, scope))
  return [...new Set([...around, ...inside].map(({ standard }) => standard))]
}

function levelOf(figure: Quantity, from: readonly bigint[]): number {
  return from.filter((bound) => compareQuantities(figure, { n: bound * ONE, d: ONE }) >= 0).length
}
