/**
 * Formulas as an editor reads and writes them, in words and signs:
 *
 *     取小（研发费用 × 加计扣除比例，所得）
 *     分档（所得；不超过300万元：5%；其余：25%）
 *     如果（【所得已经减去加计扣除】：所得 + 加计扣除额；否则：所得）
 *
 * Conditions stand in it by their names and are edited beside it. `parseFormula` is the inverse of `printFormula`.
 */
import { DERIVED } from '../../../lib/rules/eligibility/derived.ts'
import { FACT_KEYS } from '../../../lib/rules/eligibility/facts.ts'
import type { Tree } from '../../../lib/rules/eligibility/tree.ts'
import { labelOf } from '../../../lib/rules/eligibility/words.ts'
import { readLiteral, type Unit, unitOf, unitOfFact } from '../../../lib/rules/worth/amounts.ts'
import {
  conditionsOf,
  type Formula,
  type FormulaTier,
  linesOf,
  type OwnNumber,
  type Rates,
  type RoundWay,
} from '../../../lib/rules/worth/formula.ts'
import type { ReturnLine } from '../../../lib/rules/worth/income-tax.ts'
import { treeWords } from '../../../lib/rules/worth/working.ts'

/** Where a name comes from, in the order in which a bare name is looked up. */
export const ORIGINS = { step: '步骤', own: '本篇', fact: '问卷', shared: '公式', rate: '标准' } as const

export type Origin = keyof typeof ORIGINS

/** Something that a formula may speak of. */
export interface Figure {
  origin: Origin
  key: string
  label: string
  unit?: Unit | undefined
}

export interface NamedCondition {
  name: string
  tree: Tree
}

/** What the text may speak of. Figures in the order of `ORIGINS`. */
export interface Vocabulary {
  figures: readonly Figure[]
  conditions: readonly NamedCondition[]
}

/** The functions of the notation, each with how it is filled in. */
export const FUNCTIONS = {
  取小: { does: '封顶：几项里最小的', example: '取小（，）' },
  取大: { does: '保底：几项里最大的', example: '取大（，0元）' },
  介于: { does: '由别人在两者之间定', example: '介于（，，“由谁定”）' },
  取整: { does: '舍去到、四舍五入到、进到', example: '取整（，舍去到元）' },
  分档: { does: '落在哪档就按哪档', example: '分档（；不超过100万元：；其余：）' },
  累进: { does: '超额累进，每一段按自己的比例', example: '累进（；不超过100万元：；其余：）' },
  分年: { does: '从某年起分段，两免三减半', example: '分年（；2年：；3年：）' },
  如果: { does: '按条件取其中一个', example: '如果（【】：；否则：）' },
  所得税: { does: '写进年度纳税申报表，企业所得税少缴多少', example: '所得税（扣除：）' },
} as const

export type FunctionName = keyof typeof FUNCTIONS

/** The lines of the annual return. */
export const RETURN_WORDS: Record<ReturnLine, string> = {
  deducts: '扣除',
  exempts: '免税',
  halves: '减半',
  cuts: '降税率',
  small_cuts: '降小微税率',
  credits: '抵免',
}

export const WAYS: Record<RoundWay, string> = { down: '舍去到', half: '四舍五入到', up: '进到' }
export const ELSE = '否则'
export const REST = '其余'
export const UP_TO = '不超过'
export const BELOW = '不到'
/** Names of none of these characters, and that mean nothing else, need no quotes. */
export const WORD = /^[^\s＋+−－\-×*÷（）(),，；;：:【】「」“”"]+/
const LONG_LINE = 44

const SUBJECTS = [...FACT_KEYS, ...(Object.keys(DERIVED) as (keyof typeof DERIVED)[])]

/** What step `place` of a benefit may speak of, as front matter has it. */
export function figuresFor(
  { rates, formulas }: Rates,
  {
    steps,
    own = {},
  }: { steps: readonly { name: string }[]; own?: Record<string, Pick<OwnNumber, 'label' | 'unit'>> },
  place = steps.length,
): Figure[] {
  const named = (origin: Origin, key: string, label = key, unit?: Unit): Figure => ({
    origin,
    key,
    label,
    unit,
  })
  return [
    ...steps.slice(0, place).map(({ name }) => named('step', name)),
    ...Object.entries(own).map(([key, { label, unit }]) => named('own', key, label, unitOf(unit))),
    ...SUBJECTS.flatMap((key) => {
      const unit = unitOfFact(key)
      return unit ? [named('fact', key, labelOf(key), unit)] : []
    }),
    ...formulas.map(({ name }) => named('shared', name)),
    ...rates.map(({ name, values }) => named('rate', name, name, readLiteral(values[0]?.value ?? '')?.unit)),
  ]
}

/** The conditions of a formula, each once, under names that tell them apart. */
export function nameConditions(formula: Formula): NamedCondition[] {
  const named: NamedCondition[] = []
  for (const tree of conditionsOf(formula)) {
    if (!named.some((each) => isEqual(each.tree, tree))) named.push({ name: freeName(tree, named), tree })
  }
  return named
}

/** The words of a condition as a name that none of the others has. */
export function freeName(tree: Tree, others: readonly NamedCondition[]): string {
  const words =
    treeWords(tree)
      .replace(/[【】\s]+/g, ' ')
      .trim() || '条件'
  const isTaken = (name: string) => others.some((other) => other.name === name)
  let name = words
  for (let next = 2; isTaken(name); next += 1) name = `${words}${next}`
  return name
}

/** Throws RangeError where `vocabulary` lacks one of its conditions. */
export function printFormula(formula: Formula, vocabulary: Vocabulary): string {
  return print(formula, vocabulary, '').text
}

/** A text, and how tightly it holds together: a sum, a product, one thing. */
interface Printed {
  text: string
  hold: 1 | 2 | 3
}

const SIGNS = { sum: ' + ', less: ' − ', times: ' × ', over: ' ÷ ' } as const
const CALLS = { least: '取小', most: '取大', span: '介于' } as const

function print(formula: Formula, vocabulary: Vocabulary, indent: string): Printed {
  const one = (text: string): Printed => ({ text, hold: 3 })
  const inner = (each: Formula, more = '') => print(each, vocabulary, indent + more)
  if (typeof formula !== 'object') return one(String(formula).replaceAll(' ', ''))
  for (const origin of Object.keys(ORIGINS) as Origin[]) {
    if (origin in formula)
      return one(nameOf(origin, (formula as Record<string, string>)[origin] ?? '', vocabulary))
  }
  for (const kind of ['sum', 'less', 'times', 'over'] as const) {
    if (!(kind in formula)) continue
    const parts = (formula as Record<string, readonly Formula[]>)[kind] ?? []
    const hold = kind === 'sum' || kind === 'less' ? 1 : 2
    const texts = parts.map((part, place) => {
      const printed = inner(part)
      // The first part is read together with what follows: only of its own kind, a sum would become one with it.
      const isOpen =
        place === 0 && !(typeof part === 'object' && kind in part && kind !== 'less' && kind !== 'over')
      return printed.hold < hold + (isOpen ? 0 : 1) ? `（${printed.text}）` : printed.text
    })
    return { text: texts.join(SIGNS[kind]), hold }
  }
  for (const kind of ['least', 'most', 'span'] as const) {
    if (!(kind in formula)) continue
    const parts = ((formula as Record<string, unknown>)[kind] as readonly Formula[]).map(
      (part) => inner(part).text,
    )
    const why =
      'why' in formula && formula.why !== undefined ? [`“${formula.why.replace(/[\\”]/g, '\\$&')}”`] : []
    return one(`${CALLS[kind]}（${[...parts, ...why].join('，')}）`)
  }
  if ('round' in formula)
    return one(`取整（${inner(formula.round).text}，${WAYS[formula.way]}${formula.to}）`)
  if ('tiers' in formula) {
    const { by, of, kind } = formula.tiers
    const rows = of.map((tier): Row => [tierWords(tier), (more) => inner(tier.is, more).text])
    return one(printRows(kind === 'whole' ? '分档' : '累进', inner(by).text, rows, indent))
  }
  if ('phase' in formula) {
    const { since, of } = formula.phase
    const rows = of.map(({ years, is }): Row => [`${years}年`, (more) => inner(is, more).text])
    return one(printRows('分年', nameOf('own', since, vocabulary), rows, indent))
  }
  if ('income_tax' in formula) {
    const lines = linesOf(formula.income_tax)
    return one(
      `所得税（${lines.map(([line, part]) => `${RETURN_WORDS[line]}：${inner(part).text}`).join('；')}）`,
    )
  }
  if (!('when' in formula)) throw new RangeError('no formula')
  const condition = vocabulary.conditions.find(({ tree }) => isEqual(tree, formula.when))
  if (!condition) throw new RangeError('a condition without a name')
  const rows: Row[] = [
    [`【${condition.name}】`, (more) => inner(formula.then, more).text],
    [ELSE, (more) => inner(formula.else, more).text],
  ]
  return one(printRows('如果', '', rows, indent))
}

type Row = [label: string, text: (more: string) => string]

/** In one line, or where that gets long each row in its own. */
function printRows(name: FunctionName, head: string, rows: readonly Row[], indent: string): string {
  const line = [...(head ? [head] : []), ...rows.map(([label, text]) => `${label}：${text('')}`)].join('；')
  if (line.length <= LONG_LINE && !line.includes('\n')) return `${name}（${line}）`
  const margin = `\n${indent}  `
  const lines = rows.map(([label, text]) => `${margin}${label}：${text('  ')}`)
  return `${name}（${head ? `${head}；` : ''}${lines.join('；')}\n${indent}）`
}

function tierWords({ up_to, below }: FormulaTier): string {
  if (up_to !== undefined) return `${UP_TO}${String(up_to).replaceAll(' ', '')}`
  return below === undefined ? REST : `${BELOW}${String(below).replaceAll(' ', '')}`
}

/** Its label, or where that is not known or means something else, where it comes from and its key. */
export function nameOf(origin: Origin, key: string, { figures }: Pick<Vocabulary, 'figures'>): string {
  const label = figures.find((figure) => figure.origin === origin && figure.key === key)?.label
  const first = figures.find((figure) => figure.label === label)
  const isPlain = first?.origin === origin && first.key === key
  const name = isPlain ? first.label : `${ORIGINS[origin]}·${key}`
  return needsQuotes(name) ? `「${name.replace(/[\\」]/g, '\\$&')}」` : name
}

function needsQuotes(name: string): boolean {
  return (
    WORD.exec(name)?.[0] !== name ||
    /^[/\d.]+$/.test(name) ||
    literalOf(name) !== undefined ||
    Object.hasOwn(FUNCTIONS, name)
  )
}

/** Plain numbers are numbers, as in YAML; full-width digits are digits. */
export function literalOf(word: string): string | number | undefined {
  const written = word.normalize('NFKC')
  if (readLiteral(written) === undefined) return undefined
  const number = Number(written)
  return String(number) === written ? number : written
}

function isEqual(one: Tree, other: Tree): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other)
}
