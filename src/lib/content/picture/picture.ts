/** 一图读懂: the content of a policy's picture. It contains no current day, so that it stays true. */
import { existsSync, readFileSync } from 'node:fs'
import { site } from '../../../site.ts'
import { ONE } from '../../rules/eligibility/decimal.ts'
import { STATUS_WORDS } from '../../rules/eligibility/verdict.ts'
import { formatNumber, type GrantFigure, grantFigure, moneyFigure } from '../../rules/text/format-number.ts'
import { nameOf } from '../../rules/text/titles.ts'
import { endOf, monthWords, startOf } from '../../rules/time/application-window.ts'
import { formatDate } from '../../rules/time/dates.ts'
import { literalWords, readLiteral } from '../../rules/worth/amounts.ts'
import type { Formula } from '../../rules/worth/formula.ts'
import { goldenSchema, goldenWorth } from '../check/golden-company.ts'
import { parseYamlFields } from '../load/yaml-fields.ts'
import { placeAndBody } from '../regions.ts'
import type { Interpretation } from '../schema/documents.ts'
import { CLAIM_NOTES, windowOf } from '../schema/documents.ts'

export interface Bar {
  label: string
  value: string
  share: number
  isGain: boolean
}

export interface Span {
  cells: readonly { label: string; words?: string; share: number }[]
}

export interface Picture {
  site: string
  theme: Interpretation['themes'][number] | undefined
  support: Interpretation['support']
  name: string
  figure: GrantFigure
  gist: string
  change?: { title: string; bars: readonly Bar[]; sum?: string }
  period: { words: string; span?: Span }
  who: string
  how: string
  /** Place, authority and legal basis. */
  giver: string
  code?: string
}

interface Example {
  name: string
  sum: number
  isYearly: boolean
}

/** The first company of a golden file with one sum above nothing. @param path of the golden file */
export function readExample(path: string): Example | undefined {
  if (!existsSync(path)) return undefined
  const parsed = goldenSchema.safeParse(parseYamlFields(path, readFileSync(path, 'utf8')).data)
  for (const { name, verdict, worth } of parsed.data?.companies ?? []) {
    if (verdict !== STATUS_WORDS.met || worth === undefined) continue
    const { min, max, per } = goldenWorth(worth)
    if (min === max && min > 0n) return { name, sum: Number(min) / Number(ONE), isYearly: per === '年' }
  }
  return undefined
}

interface Shown {
  data: Interpretation
  bases: readonly { number?: string | undefined; title: string }[]
  example?: Example | undefined
  address: string
}

export function pictureOf({ data, bases, example, address }: Shown): Picture {
  // A code with an address of the building machine is worse than none.
  const hasCode = !/^(?:localhost|127\..*|\[::1\])$/.test(new URL(address).hostname)
  const change = changeOf(data, example)
  const [place = '', body] = placeAndBody(data.region, data.department)
  const [basis] = bases
  return {
    site: site.name,
    theme: data.themes[0],
    support: data.support,
    name: nameOf(data),
    figure: grantFigure(data),
    gist: data.gist ?? data.gain ?? data.summary ?? '',
    ...(change && { change }),
    period: { words: periodWords(data), ...spanOf(data) },
    who: data.who ?? '',
    how: data.claim ? `${data.claim}，${CLAIM_NOTES[data.claim]}` : '',
    giver: [place, body, basis?.number ?? basis?.title].filter(Boolean).join(' · '),
    ...(hasCode && { code: address }),
  }
}

const MOST_TIERS = 5

function changeOf(data: Interpretation, example: Example | undefined): Picture['change'] {
  const { amount, support, benefit } = data
  const per = example?.isYearly ? '一年' : '一次'
  const isRelief = support === '减免' || support === '权益' || (amount?.from ?? 0) > (amount?.max ?? 0)
  const sum = example && `${per}${isRelief ? '少缴' : '可得'} ${yuan(example.sum)}`
  const title = example ? `举例：${example.name}` : '前后对比'
  if (amount?.unit === '%' && amount.from !== undefined) {
    const { from, max } = amount
    const whole = example && from > max ? example.sum / (from - max) : undefined
    const bar = (label: string, rate: number, isGain: boolean): Bar => ({
      label: `${label} ${rate}%`,
      value: whole === undefined ? `${rate}%` : yuan(whole * rate),
      share: rate / Math.max(from, max),
      isGain,
    })
    return { title, bars: [bar('原来', from, false), bar('现在', max, true)], ...(sum && { sum }) }
  }
  const tiers = tiersOf(benefit?.steps.map(({ is }) => is) ?? [])
  if (tiers.length > 1) return { title: '分档金额', bars: tiers.slice(0, MOST_TIERS) }
  if (amount?.unit === '%' && CUTS.test(amount.lead ?? '') && amount.max < 100) {
    const [due, left] = [100, 100 - amount.max]
    const whole = example && example.sum / amount.max
    const bar = (label: string, rate: number, isGain: boolean): Bar => ({
      label,
      value: whole === undefined ? `${rate}%` : yuan(whole * rate),
      share: rate / due,
      isGain,
    })
    return { title, bars: [bar('原来应缴', due, false), bar('现在应缴', left, true)], ...(sum && { sum }) }
  }
  if (amount?.unit === '%' && amount.lead === '加计扣除') {
    const most = 100 + amount.max
    const bar = (label: string, value: number, isGain: boolean): Bar => ({
      ...{ label, isGain },
      value: yuan(value),
      share: value / most,
    })
    const bars = [bar('每支出', 100, false), bar('税前扣除', most, true)]
    return { title, bars, ...(sum && { sum }) }
  }
  if (amount?.unit === '元' && amount.min !== undefined && amount.min < amount.max) {
    const bar = (label: string, value: number): Bar => ({
      label,
      value: yuan(value),
      share: value / amount.max,
      isGain: true,
    })
    return { title: '金额区间', bars: [bar('最少', amount.min), bar('最多', amount.max)] }
  }
  return sum === undefined ? undefined : { title, bars: [], sum }
}

const CUTS = /^减/

function yuan(value: number): string {
  const { number, unit } = moneyFigure(value % 100 === 0 ? value : 0)
  return value % 100 === 0 ? `${number} ${unit}` : `${formatNumber(value)} 元`
}

/** Returns the amounts of cases or tiers, largest first. */
function tiersOf(formulas: readonly Formula[]): Bar[] {
  for (const formula of formulas) {
    const cases = casesOf(formula).filter(({ sum }) => sum > 0)
    const most = Math.max(...cases.map(({ sum }) => sum))
    if (cases.length > 1)
      return cases
        .sort((a, b) => b.sum - a.sum)
        .map(({ label, value, sum }) => ({ label, value, share: sum / most, isGain: true }))
  }
  return []
}

interface Case {
  label: string
  value: string
  sum: number
}

function casesOf(formula: Formula): Case[] {
  if (typeof formula !== 'object' || !('when' in formula)) return literalCase('其他情形', formula)
  const { when, then, else: other } = formula
  const label = 'clause' in when ? (when.clause?.gist ?? '') : ''
  const first = literalCase(label.replace(/^是|的[\d.]+(万|亿)?元$/g, ''), then)
  return first.length > 0 && label ? [...first, ...casesOf(other)] : []
}

function literalCase(label: string, formula: Formula): Case[] {
  if (typeof formula === 'object') return []
  const { value } = readLiteral(formula) ?? {}
  return value && String(formula).endsWith('元')
    ? [{ label, value: literalWords(formula), sum: Number(value.n) / Number(value.d) }]
    : []
}

function periodWords({ window: written }: Interpretation): string {
  const window = windowOf(written)
  const closes = endOf(window)
  switch (window.kind) {
    case 'in_force':
      return closes ? `全年可享，执行到${formatDate(closes)}` : '全年可享，长期有效（文件未规定截止日期）'
    case 'dated':
      return `申报截止${formatDate(window.closes)}`
    case 'rolling':
      return closes ? `常年受理，到${formatDate(closes)}` : '常年受理'
    case 'batches': {
      const months = monthWords(window).replace(' ', '')
      return `按批次受理，${months ? `通常${months}` : closes ? `到${formatDate(closes)}` : '以当批通知为准'}`
    }
    case 'law':
      return '法律法规，无须申报'
    case 'unknown':
      return '期限待核实，以原文为准'
  }
}

const MONTHS = Array.from({ length: 12 }, (_, month) => ({ label: `${month + 1}月` }))
const MOST_YEARS = 8

/** Returns years of a relief that changes by year, months of a batch or of one year, or years of a longer time. */
function spanOf(data: Interpretation): { span?: Span } {
  const phases = data.benefit?.steps.map(({ is }) => phasesOf(is)).find(({ length }) => length > 0)
  if (phases) return { span: { cells: phases } }
  const window = windowOf(data.window)
  if (window.kind === 'batches' && window.months) {
    const [from, to] = [window.months[0] - 1, window.months[1]]
    const isIn = (month: number) => (from < to ? from <= month && month < to : month >= from || month < to)
    return { span: { cells: MONTHS.map(({ label }, month) => ({ label, share: Number(isIn(month)) })) } }
  }
  const [opens, closes] = [startOf(window), endOf(window)]
  const place = (day: string, month: number) =>
    Number(day.slice(0, 4)) + (Number(day.slice(5, 7)) - 1 + month) / 12
  // Without a known beginning the years would be invented.
  if (closes === null || opens === null) return {}
  const [begin, end] = [place(opens, 0), place(closes, 1)]
  const last = Number(closes.slice(0, 4))
  const first = Math.max(Math.floor(begin), last - MOST_YEARS + 1)
  if (first < last) {
    const years = Array.from({ length: last - first + 1 }, (_, index) => first + index)
    return {
      span: {
        cells: years.map((year) => ({
          label: String(year),
          share: Math.min(1, end - year) - Math.max(0, begin - year),
        })),
      },
    }
  }
  const share = (month: number) => Number(begin <= last + month / 12 && last + month / 12 < end)
  return { span: { cells: MONTHS.map(({ label }, month) => ({ label, share: share(month) })) } }
}

/** 两免三减半: one cell per year. */
function phasesOf(formula: Formula): Span['cells'] {
  if (typeof formula !== 'object' || !('phase' in formula)) return []
  // A yearly amount is no share of a tax.
  if (!formula.phase.of.every(({ is }) => typeof is === 'object' && ('rate' in is || 'times' in is)))
    return []
  let year = 0
  return formula.phase.of.flatMap(({ years, is }) =>
    Array.from({ length: years }, () => {
      year += 1
      const isHalf = typeof is === 'object' && 'times' in is
      return { label: `第 ${year} 年`, words: isHalf ? '减半' : '免征', share: isHalf ? 0.5 : 1 }
    }),
  )
}

/** Returns the whole content as alternative text. */
export function altOf({ name, figure, gist, change, period, who, how, giver }: Picture): string {
  const bars = change?.bars.map(({ label, value }) => `${label} ${value}`) ?? []
  const changes = change && [change.title, ...bars, change.sum].filter(Boolean).join('，')
  return [`${name}，一图读懂`, figureWords(figure), gist, changes, period.words, who, how, giver]
    .filter(Boolean)
    .join('。')
}

function figureWords({ lead, from, change, number, unit = '', per }: GrantFigure): string {
  const sum = from === undefined ? `${number} ${unit}` : `由 ${from}${unit} ${change} ${number} ${unit}`
  return [lead, `${sum.trim()}${per ? `／${per}` : ''}`].filter(Boolean).join(' ')
}
