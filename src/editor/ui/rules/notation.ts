/**
 * Formulas as an editor reads and writes them, in words and signs:
 *
 *     取小（研发费用 × 加计扣除比例，所得）
 *     分档（所得；不超过300万元：5%；其余：25%）
 *     如果（【所得已经减去加计扣除】：所得 + 加计扣除额；否则：所得）
 *
 * Conditions appear in it by name and are edited beside it. `parseFormula` is the inverse of `printFormula`.
 */
import type { AskKey } from '../../../lib/rules/eligibility/asks.ts'
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
} from '../../../lib/rules/worth/formula.ts'
import { RETURN_LINES, type ReturnLine } from '../../../lib/rules/worth/income-tax.ts'
import { treeWords } from '../../../lib/rules/worth/working.ts'

/** The origins of names, in the order of lookup for a bare name. */
export const ORIGINS = { step: '步骤', own: '本篇', fact: '问卷', shared: '公式', rate: '标准' } as const

export type Origin = keyof typeof ORIGINS

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

/** The names that the text may use. Figures in the order of `ORIGINS`. */
export interface Vocabulary {
  figures: readonly Figure[]
  conditions: readonly NamedCondition[]
}

/** A part between the signs of a call: a formula or a text, after its optional condition or label. */
export interface Part {
  label?: string
  condition?: Tree
  is?: Formula
  text?: string
}

interface Call {
  does: string
  example: string
  print(formula: Formula & object): Part[] | undefined
  /** Returns the formula if the parts match what `print` returns; otherwise any value. */
  read(parts: readonly Part[]): unknown
  isLong?: boolean
}

const RETURN_WORDS: Record<ReturnLine, string> = {
  deducts: '扣除',
  exempts: '免税',
  halves: '减半',
  cuts: '降税率',
  small_cuts: '降小微税率',
  credits: '抵免',
}
const REST = '其余'

const listed = (kind: 'least' | 'most', does: string, example: string): Call => ({
  ...{ does, example },
  print: (formula) => (formula as Record<string, Formula[]>)[kind]?.map((is) => ({ is })),
  read: (parts) => parts.length > 1 && { [kind]: parts.map(({ is }) => is) },
})

const tiered = (kind: 'whole' | 'part', does: string, example: string): Call => ({
  ...{ does, example, isLong: true },
  print(formula) {
    if (!('tiers' in formula) || formula.tiers.kind !== kind) return undefined
    const { by, of } = formula.tiers
    return [{ is: by }, ...of.map((tier) => ({ label: tierWords(tier), is: tier.is }))]
  },
  read([by, ...tiers]) {
    const of = tiers.map(({ label = '', is }) => {
      const [, word, bound = ''] = /^(不超过|不到)(.+)$/.exec(label) ?? []
      return { ...(word && { [word === '不到' ? 'below' : 'up_to']: literalOf(bound) }), is }
    })
    return of.length > 1 && { tiers: { by: by?.is, of, kind } }
  },
})

export const FUNCTIONS: Readonly<Record<string, Call>> = {
  取小: listed('least', '封顶：几项里最小的', '取小（，）'),
  取大: listed('most', '保底：几项里最大的', '取大（，0元）'),
  介于: {
    ...{ does: '由别人在两者之间定', example: '介于（，，“由谁定”）' },
    print: (formula) =>
      'span' in formula
        ? [...formula.span.map((is) => ({ is })), ...[formula.why ?? []].flat().map((text) => ({ text }))]
        : undefined,
    read: ([low, high, why]) => ({ span: [low?.is, high?.is], ...(why && { why: why.text }) }),
  },
  分档: tiered('whole', '落在哪档就按哪档', '分档（；不超过100万元：；其余：）'),
  累进: tiered('part', '超额累进，每一段按自己的比例', '累进（；不超过100万元：；其余：）'),
  分年: {
    ...{ does: '从某年起分段，两免三减半', example: '分年（；2年：；3年：）', isLong: true },
    print(formula) {
      if (!('phase' in formula)) return undefined
      const { since, of } = formula.phase
      return [{ is: { own: since } }, ...of.map(({ years, is }) => ({ label: `${years}年`, is }))]
    },
    read: ([since, ...parts]) => ({
      phase: {
        since: (since?.is as { own?: AskKey } | undefined)?.own,
        of: parts.map(({ label = '', is }) => ({ years: Number.parseInt(label, 10), is })),
      },
    }),
  },
  如果: {
    ...{ does: '按条件取其中一个', example: '如果（【】：；否则：）', isLong: true },
    print: (formula) =>
      'when' in formula
        ? [
            { condition: formula.when, is: formula.then },
            { label: '否则', is: formula.else },
          ]
        : undefined,
    // biome-ignore lint/suspicious/noThenProperty: a formula, which nobody waits for
    read: ([first, other]) => first?.condition && { when: first.condition, then: first.is, else: other?.is },
  },
  所得税: {
    ...{ does: '写进年度纳税申报表，企业所得税少缴多少', example: '所得税（扣除：）' },
    print: (formula) =>
      'income_tax' in formula
        ? linesOf(formula.income_tax).map(([line, is]) => ({ label: RETURN_WORDS[line], is }))
        : undefined,
    read: (parts) => ({
      income_tax: Object.fromEntries(
        RETURN_LINES.flatMap((line) => {
          const part = parts.find(({ label }) => label === RETURN_WORDS[line])
          return part ? [[line, part.is]] : []
        }),
      ),
    }),
  },
}

/** Returns the formula of a call; undefined if its parts do not fit. */
export function readCall({ read, print }: Call, parts: readonly Part[]): Formula | undefined {
  const made = read(parts) as (Formula & object) | undefined
  return made && isSame(print(made), parts) ? made : undefined
}

/** Names without these characters, and without another meaning, need no quotes. */
export const WORD = /^[^\s＋+−－\-×*÷（）(),，；;：:【】「」“”"]+/
const LONG_LINE = 44

const SUBJECTS = [...FACT_KEYS, ...(Object.keys(DERIVED) as (keyof typeof DERIVED)[])]

/** Returns the figures that step `place` of a benefit may use, as in front matter. */
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

/** Returns the conditions of a formula, each once, under unique names. */
export function nameConditions(formula: Formula): NamedCondition[] {
  const named: NamedCondition[] = []
  for (const tree of conditionsOf(formula)) {
    if (named.some((each) => isSame(each.tree, tree))) continue
    const plain =
      treeWords(tree)
        .replace(/[【】\s]+/g, ' ')
        .trim() || '条件'
    let name = plain
    for (let next = 2; named.some((other) => other.name === name); next += 1) name = `${plain}${next}`
    named.push({ name, tree })
  }
  return named
}

/** Throws RangeError if `vocabulary` lacks one of its conditions. */
export function printFormula(formula: Formula, vocabulary: Vocabulary): string {
  return print(formula, vocabulary, '').text
}

interface Printed {
  text: string
  hold: 1 | 2 | 3
}

const SIGNS = { sum: ' + ', less: ' − ', times: ' × ', over: ' ÷ ' } as const
const escaped = (text: string, end: string) => text.replace(new RegExp(`[\\\\${end}]`, 'g'), '\\$&')

function print(formula: Formula, vocabulary: Vocabulary, indent: string): Printed {
  const one = (text: string): Printed => ({ text, hold: 3 })
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
      const printed = print(part, vocabulary, indent)
      // The first part needs no brackets unless it is of the same kind; such a sum would merge with the outer one.
      const isOpen =
        place === 0 && !(typeof part === 'object' && kind in part && kind !== 'less' && kind !== 'over')
      return printed.hold < hold + (isOpen ? 0 : 1) ? `（${printed.text}）` : printed.text
    })
    return { text: texts.join(SIGNS[kind]), hold }
  }
  for (const [name, call] of Object.entries(FUNCTIONS)) {
    const parts = call.print(formula)
    if (parts) return one(printCall(name, call, parts, vocabulary, indent))
  }
  throw new RangeError('no formula')
}

/** Prints a call in one line, or if it gets long, one part per line. */
function printCall(
  name: string,
  { isLong = false }: Call,
  parts: readonly Part[],
  vocabulary: Vocabulary,
  indent: string,
): string {
  const written = (part: Part, more: string) =>
    labelWords(part, vocabulary) +
    (part.text === undefined
      ? print(part.is as Formula, vocabulary, indent + more).text
      : `“${escaped(part.text, '”')}”`)
  const sign = parts.some(({ label }) => label !== undefined) ? '；' : '，'
  const line = parts.map((part) => written(part, '')).join(sign)
  if (!isLong || (line.length <= LONG_LINE && !line.includes('\n'))) return `${name}（${line}）`
  const lines = parts.map((part) =>
    part.label === undefined && !part.condition ? written(part, '') : `\n${indent}  ${written(part, '  ')}`,
  )
  return `${name}（${lines.join('；')}\n${indent}）`
}

function labelWords({ label, condition }: Part, { conditions }: Vocabulary): string {
  if (!condition) return label === undefined ? '' : `${label}：`
  const named = conditions.find(({ tree }) => isSame(tree, condition))
  if (!named) throw new RangeError('a condition without a name')
  return `【${named.name}】：`
}

function tierWords({ up_to, below }: FormulaTier): string {
  const [word, bound] = up_to === undefined ? ['不到', below] : ['不超过', up_to]
  return bound === undefined ? REST : `${word}${String(bound).replaceAll(' ', '')}`
}

/** Returns the label, or if that is unknown or ambiguous, the origin and the key. */
export function nameOf(origin: Origin, key: string, { figures }: Pick<Vocabulary, 'figures'>): string {
  const label = figures.find((figure) => figure.origin === origin && figure.key === key)?.label
  const first = figures.find((figure) => figure.label === label)
  const isPlain = first?.origin === origin && first.key === key
  const name = isPlain ? first.label : `${ORIGINS[origin]}·${key}`
  return needsQuotes(name) ? `「${escaped(name, '」')}」` : name
}

function needsQuotes(name: string): boolean {
  return (
    WORD.exec(name)?.[0] !== name ||
    /^[/\d.]+$/.test(name) ||
    literalOf(name) !== undefined ||
    Object.hasOwn(FUNCTIONS, name)
  )
}

/** Plain numbers stay numbers, as in YAML; full-width digits are accepted. */
export function literalOf(word: string): string | number | undefined {
  const written = word.normalize('NFKC')
  if (readLiteral(written) === undefined) return undefined
  const number = Number(written)
  return String(number) === written ? number : written
}

function isSame(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other)
}
