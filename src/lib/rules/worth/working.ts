/** A calculation in words and numbers, line by line, for checking on paper. */
import type { Company } from '../eligibility/company.ts'
import { conditionWords } from '../eligibility/condition-words.ts'
import { compareQuantities, type Quantity } from '../eligibility/decimal.ts'
import { type Clause, isGroup, partsOf, type Tree } from '../eligibility/tree.ts'
import { labelOf } from '../eligibility/words.ts'
import { worthFigure } from '../text/format-number.ts'
import { isSameUnit, literalWords, rangeWords, readLiteral, SCALAR, writeMoney } from './amounts.ts'
import type { Env, Node } from './compile.ts'
import {
  type Formula,
  type FormulaTier,
  LISTS,
  linesOf,
  MONEY_KINDS,
  type MoneyKind,
  type RateValue,
} from './formula.ts'
import { type ReturnLine, type Statement, statementOf } from './income-tax.ts'
import { isPoint, leastOf, mostOf, NOTHING, point, subtract } from './range.ts'
import { type CompiledBenefit, evaluate, isUnfilled, type Worth } from './worth.ts'

export interface WorkingLine {
  name: string
  formula: string
  filled: string
  result: string
  clause?: Clause
  /** Index of the line that this one repeats. */
  as?: number
  /** Its dated rates, as valid on the company's day. */
  rates: readonly { name: string; value: string; from: string; source: RateValue['source'] }[]
}

export function workingOf(compiled: CompiledBenefit, company: Company): WorkingLine[] {
  const { benefit } = compiled
  const env = evaluate(compiled, company)
  const desk: Desk = { compiled, env }
  return compiled.steps.map((node, place) => {
    const { name = '', clause } = benefit.steps[place] ?? {}
    const isLast = place === compiled.steps.length - 1
    const result = env.steps[place] ?? NOTHING
    return {
      name,
      formula: write(node, desk, false).text,
      filled: write(node, desk, true).text,
      result: rangeWords(isLast ? mostOf(result, NOTHING) : result, node.unit),
      ...(clause && { clause }),
      ...sameAs(node, compiled, env),
      rates: ratesIn(node, desk),
    }
  })
}

/** A sum in which only one step is not 0. */
function sameAs({ formula, parts }: Node, { benefit }: CompiledBenefit, env: Env): Pick<WorkingLine, 'as'> {
  if (typeof formula !== 'object' || !('sum' in formula)) return {}
  const [only, ...others] = parts.filter((part) => part.range(env).high.n !== 0n)
  if (others.length > 0 || typeof only?.formula !== 'object' || !('step' in only.formula)) return {}
  const { step } = only.formula
  return { as: benefit.steps.findIndex(({ name }) => name === step) }
}

/** Returns the line that explains the worth best; undefined if it needs no explanation. */
export function briefOf(lines: readonly WorkingLine[]): WorkingLine | undefined {
  let line = lines.at(-1)
  while (line?.as !== undefined) line = lines[line.as]
  return line?.filled === line?.result ? undefined : line
}

interface Desk {
  compiled: CompiledBenefit
  env: Env
}

interface Written {
  text: string
  hold: 0 | 1 | 2 | 3
}

const one = (text: string): Written => ({ text, hold: 3 })

/** Writes names, or the company's answers. */
function write(node: Node, desk: Desk, isFilled: boolean): Written {
  const { formula, unit, parts } = node
  if (typeof formula !== 'object') return one(literalWords(formula))
  const range = () => node.range(desk.env)
  const name = nameOf(formula, desk)
  if (name !== undefined) {
    if (!isFilled) return one(name)
    return one(isPoint(range()) ? rangeWords(range(), unit) : `${name}（待填）`)
  }
  const chosen = isFilled ? node.chosen?.(desk.env) : undefined
  if (chosen) return write(chosen, desk, true)
  const inner = parts.map((part) => write(part, desk, isFilled))
  if ('rate' in formula)
    return one(isFilled ? literalWords(rateToday(formula.rate, desk)?.value ?? 0) : formula.rate)
  if ('step' in formula) return one(isFilled ? rangeWords(range(), unit) : formula.step)
  if ('when' in formula) {
    const [then, or] = inner
    return { text: `${treeWords(formula.when)}的，${bare(then)}；否则 ${bare(or)}`, hold: 0 }
  }
  if ('tiers' in formula) return writeTiers(node, formula.tiers, desk, isFilled)
  if ('phase' in formula) return writePhase(formula.phase, inner, desk)
  if ('income_tax' in formula) return writeReturn(node, inner, desk, isFilled)
  return writeList(formula, parts, inner)
}

function nameOf(formula: Formula & object, { compiled }: Desk): string | undefined {
  if ('fact' in formula) return labelOf(formula.fact)
  if ('own' in formula) return compiled.owns.get(formula.own)?.label ?? ''
  return 'shared' in formula ? formula.shared : undefined
}

function bare(written: Written | undefined): string {
  return written?.text ?? ''
}

const SIGNS = { sum: ' + ', less: ' − ', times: ' × ', over: ' ÷ ' } as const

function writeList(formula: Formula & object, parts: readonly Node[], inner: readonly Written[]): Written {
  const kind = LISTS.find((each) => each in formula) ?? 'sum'
  if (kind === 'span') {
    const [low, high] = inner
    const why = 'why' in formula && formula.why ? `（${formula.why}）` : ''
    return { text: `${bare(low)} 到 ${bare(high)}${why}`, hold: 0 }
  }
  if (kind === 'least' || kind === 'most') {
    const limits = inner.filter((_, place) => parts[place]?.isConstant)
    const others = inner.filter((_, place) => !parts[place]?.isConstant)
    const [limit, other] = [limits[0], others[0]]
    if (limit && other && inner.length === 2) {
      return { text: `${bare(other)}，${kind === 'least' ? '最多' : '至少'} ${bare(limit)}`, hold: 0 }
    }
    return { text: `${inner.map(bare).join('、')} 中较${kind === 'least' ? '低' : '高'}的`, hold: 0 }
  }
  const isSum = kind === 'sum' || kind === 'less'
  const all = inner.map((written, place) => ({ ...written, isDivisor: kind === 'over' && place > 0 }))
  const told = all.filter(({ isDivisor }, place) => !((kind === 'times' || isDivisor) && isOne(parts[place])))
  const [only] = told
  if (only && told.length === 1) return only
  const texts = told.map(({ text, hold, isDivisor }, place) => {
    const needs = isSum ? (kind === 'less' && place > 0 ? 2 : 1) : isDivisor ? 3 : 2
    return hold < needs ? `（${text}）` : text
  })
  // Full-width brackets include their own space.
  const text = texts.join(SIGNS[kind]).replaceAll(' （', '（').replaceAll('） ', '）')
  return { text, hold: isSum ? 1 : 2 }
}

/** 1 人 × and ÷ 1 月 only convert units; people do not write them. */
function isOne(node: Node | undefined): boolean {
  if (node === undefined || typeof node.formula === 'object') return false
  const { value, unit = SCALAR } = readLiteral(node.formula) ?? {}
  return value !== undefined && value.n === value.d && !isSameUnit(unit, SCALAR)
}

function tierName({ up_to, below }: FormulaTier, place: number, of: readonly FormulaTier[]): string {
  if (up_to !== undefined) return `不超过 ${literalWords(up_to)}`
  if (below !== undefined) return `不到 ${literalWords(below)}`
  const before = of[place - 1]
  return `${before?.up_to === undefined ? '达到' : '超过'} ${literalWords(before?.up_to ?? before?.below ?? 0)}`
}

function writeTiers(
  node: Node,
  { of, kind }: Extract<Formula, { tiers: unknown }>['tiers'],
  desk: Desk,
  isFilled: boolean,
): Written {
  const [measure, ...values] = node.parts
  const by = measure?.range(desk.env) ?? NOTHING
  if (isFilled && kind === 'part' && measure && isPoint(by)) {
    const bounds = [...(node.bounds ?? []).map(({ at }) => point(at))]
    const terms = values.flatMap((value, place) => {
      const above = mostOf(subtract(by, bounds[place - 1] ?? NOTHING), NOTHING)
      const bound = bounds[place]
      const part = bound ? leastOf(above, subtract(bound, bounds[place - 1] ?? NOTHING)) : above
      const { text, hold } = write(value, desk, true)
      const rate = hold < 2 ? `（${text}）` : text
      return part.low.n === 0n && place > 0 ? [] : [`${rangeWords(part, measure.unit)} × ${rate}`]
    })
    return { text: terms.join(' + '), hold: 1 }
  }
  const tiers = values.map((value, place) => {
    const tier = of[place]
    return `${tier ? tierName(tier, place, of) : ''}${kind === 'part' ? '的部分' : '的'} ${bare(write(value, desk, isFilled))}`
  })
  return {
    text: `按${measure ? bare(write(measure, desk, isFilled)) : ''}分档：${tiers.join('，')}`,
    hold: 0,
  }
}

/** Writes the tax without the policy minus the tax with it, or a shorter equal form. */
function writeReturn(node: Node, inner: readonly Written[], desk: Desk, isFilled: boolean): Written {
  const { formula, taxReturn } = node
  const lines = typeof formula === 'object' && 'income_tax' in formula ? linesOf(formula.income_tax) : []
  const { position, entry } = taxReturn?.(desk.env) ?? {}
  const statement = isFilled && position && entry ? statementOf(position, [entry]) : null
  if (statement) return writeStatement(statement)
  const terms = lines.map(([line], place) => {
    const { text, hold } = inner[place] ?? one('')
    return TERMS[line](hold < 2 ? `（${text}）` : text)
  })
  return { text: terms.join(' + '), hold: 1 }
}

/** Savings by each line of the return with enough income. */
const TERMS: Record<ReturnLine, (amount: string) => string> = {
  deducts: (amount) => `${amount} × 适用的税率`,
  exempts: (amount) => `${amount} × 适用的税率`,
  halves: (amount) => `${amount} ×（适用的税率 − 12.5%）`,
  cuts: (share) => `应纳税所得额 × ${share}`,
  small_cuts: (share) => `应纳税所得额 × ${share}`,
  credits: (amount) => `${amount}，最多抵到零`,
}

/** 350 万元 × 25% −（350 万元 − 100 万元）× 5% */
export function writeStatement(statement: Statement): Written {
  const { income, rateBefore, deducts, exempts, halves, rate, credits } = statement
  const money = (amount: Quantity) => rangeWords(point(amount))
  const share = (part: Quantity) => rangeWords(point(part), SCALAR)
  const isSame = compareQuantities(rateBefore, rate) === 0
  const isOnly = (...others: Quantity[]) => others.every(({ n }) => n === 0n)
  if (isSame && isOnly(exempts, halves, credits)) {
    return { text: `${money(deducts)} × ${share(rate)}`, hold: 2 }
  }
  if (isSame && isOnly(deducts, exempts, halves)) {
    return { text: `从 ${money(income)} × ${share(rate)} 的税里抵免`, hold: 0 }
  }
  if (isOnly(deducts, exempts, halves, credits)) {
    return { text: `${money(income)} ×（${share(rateBefore)} − ${share(rate)}）`, hold: 2 }
  }
  const less = [deducts, exempts, halves].filter(({ n }) => n > 0n).map((part) => ` − ${money(part)}`)
  const base = less.length > 0 ? `（${money(income)}${less.join('')}）` : `${money(income)} `
  const byHalf = halves.n > 0n ? ` + ${money(halves)} × 12.5%` : ''
  const credited = credits.n > 0n ? ` − ${money(credits)}` : ''
  const after = `${base}× ${share(rate)}${byHalf}${credited}`
  const isLong = byHalf !== '' || credited !== ''
  const text = `${money(income)} × ${share(rateBefore)} − ${isLong ? `（${after}）` : after}`
  return { text: text.replaceAll(' （', '（'), hold: 1 }
}

function writePhase(
  { since, of }: Extract<Formula, { phase: unknown }>['phase'],
  inner: readonly Written[],
  { compiled }: Desk,
): Written {
  let until = 0
  const texts = of.map(({ years }, place) => {
    const from = until + 1
    until += years
    return `第 ${from === until ? from : `${from} 到 ${until}`} 年：${bare(inner[place])}`
  })
  return { text: `从${compiled.owns.get(since)?.label ?? ''}起，${texts.join('；')}`, hold: 0 }
}

export function treeWords(tree: Tree): string {
  if (tree.clause?.gist) return tree.clause.gist
  if (!isGroup(tree)) return conditionWords(tree)
  const { need, parts } = partsOf(tree)
  const words = parts.map(treeWords)
  if (need === parts.length) return words.join('，并且')
  return need === 1 ? words.join('，或者') : `${words.join('、')} 中满足 ${need} 项`
}

function rateToday(name: string, { compiled, env }: Desk): RateValue | undefined {
  const values = compiled.rates.rates.get(name) ?? []
  return values.findLast(({ from }) => from <= env.company.today) ?? values[0]
}

/** Omits branches and tiers that the answers rule out. */
function partsUsed(node: Node, { env }: Desk): readonly Node[] {
  const { formula, parts } = node
  if (typeof formula !== 'object') return parts
  const chosen = node.chosen?.(env)
  if (chosen) return 'tiers' in formula ? [...parts.slice(0, 1), chosen] : [chosen]
  // Asks for the company's own rates do not concern a rate that this policy grants.
  if ('income_tax' in formula) {
    const lines = linesOf(formula.income_tax)
    return lines.some(([line]) => line.endsWith('cuts')) ? parts.slice(0, lines.length + 1) : parts
  }
  return parts
}

function ratesIn(node: Node, desk: Desk): WorkingLine['rates'] {
  const names = (each: Node): string[] =>
    typeof each.formula === 'object' && 'rate' in each.formula
      ? [each.formula.rate]
      : partsUsed(each, desk).flatMap(names)
  return [...new Set(names(node))].flatMap((name) => {
    const rate = rateToday(name, desk)
    return rate ? [{ name, value: literalWords(rate.value), from: rate.from, source: rate.source }] : []
  })
}

/** Why one was selected instead of another: 今年多省 8 万元; null if unknown. */
export function gainWords(gain: Quantity | null): string | null {
  if (!gain || gain.n < 0n) return null
  return gain.n > 0n ? `今年多省 ${writeMoney(gain)}` : '今年的金额一样'
}

/** 约 15.0 万元／年, 一次 5–50 万元; '' while unfilled. */
export function worthWords(worth: Worth): string {
  const figure = worthFigure(...endsOf(worth))
  if (!figure || isUnfilled(worth)) return ''
  const sum = worth.isRange
    ? `${figure.isOpen ? '至少 ' : ''}${figure.number} ${figure.unit}`
    : writeMoney(worth.min)
  return worth.per === '年' ? `${sum}／年` : `一次 ${sum}`
}

/** Prefix of a sum outside every total: 取得资质后, 可争取, 别人的钱; '' for one inside. */
export function leadOf(money: MoneyKind, isAhead: boolean): string {
  if (money !== 'law') return `${MONEY_KINDS[money]} `
  return isAhead ? '取得资质后 ' : ''
}

/** Sentences why a sum is outside every total; '' for one inside. */
export const MONEY_NOTES: Record<MoneyKind, string> = {
  law: '',
  contested: '要经评审、有名额或者看当年资金，不一定得到，不计入今年可得。',
  others: '是别人的钱，不计入今年可得。',
}

export function endsOf({ min, max }: Pick<Worth, 'min' | 'max'>): [number, number | null] {
  return [toNumber(min), max && toNumber(max)]
}

export function toNumber({ n, d }: { n: bigint; d: bigint }): number {
  return Number((n * 100n) / d) / 100
}
