/** 成长路线图 in words: steps and worth of a move, and the coming years by day. */
import type { AskKey } from '../eligibility/asks.ts'
import { amountFigure } from '../text/format-number.ts'
import { formatDate } from '../time/dates.ts'
import type { Money } from './prices.ts'
import { type Move, type Road, sureProfit } from './road.ts'
import { stepWords } from './steps.ts'

/** Words of policies, which are loaded separately. */
export interface Names {
  policy: (id: number) => string
  ask: (key: AskKey) => string | undefined
}

/** 约 12 个月: an estimated day is no more exact than a month. */
export function dayWords(day: string, isEstimate: boolean): string {
  return isEstimate ? `${formatDate(day).replace(/月.*$/, '月')}（估算）` : formatDate(day)
}

/** 元 to one decimal of 万, as 40–60.5 万元; null for 0. */
export function moneyWords({ min, max }: Money): string | null {
  const [low, high] = [roundMoney(min), max === null ? null : roundMoney(max)]
  if (high === null) return low > 0 ? `至少 ${figureOf(low, low)}` : null
  if (high === 0 && low === 0) return null
  return `${low <= 0 ? '最多 ' : ''}${figureOf(low, high)}`
}

function figureOf(min: number, max: number): string {
  const { number, unit } = amountFigure({ ...(min > 0 && { min }), max, unit: '元' })
  return `${number} ${unit}`
}

function roundMoney(yuan: number): number {
  const step = Math.abs(yuan) >= 1e8 ? 1e7 : Math.abs(yuan) >= 1e4 ? 1e3 : 1
  return Math.round(yuan / step) * step
}

/** 取得科技型中小企业, 再有 1 件发明专利. */
export function moveWords({ steps }: Move, { ask }: Names): string {
  return steps.map((step) => stepWords(step, ask)).join('，')
}

/** 每年可多得 63 万元, 2028年1月1日起每年可多得最多 108 万元，一次性可多得 5 万元; null if no sum changes. */
export function gainWords(move: Move): string | null {
  const { gain, gainFrom, day } = move
  const since = gainFrom === day ? '' : `${dayWords(gainFrom, false)}起`
  const [year, once] = [moneyWords(gain.year), moneyWords(gain.once)]
  const words = [
    ...(year === null ? [] : [`${since}每年可多得 ${year}`]),
    ...(once === null ? [] : [`一次性可多得 ${once}`]),
    ...(year !== null && sureProfit(move) < 0 ? ['低于需要增加的研发费用'] : []),
  ]
  if (words.length > 0) return words.join('，')
  const isKnown = gain.year.max === 0 && gain.once.max === 0 && !move.isUnfilled
  return isKnown ? null : '补充数据后可测算金额'
}

/** 现在每年可得 63 万元，共 12 项 */
export function todayWords({ today: { met, takings } }: Road): string {
  const sum = moneyWords(takings.year)
  return `现在${sum === null ? '' : `每年可得 ${sum}，`}符合 ${met.length} 项政策`
}

/** Returns the moves at the top of the page: the surest one, else the nearest three. */
export function firstMoves({ moves }: Road): readonly Move[] {
  const sure = moves.find((move) => !move.isOpen && sureProfit(move) > 0)
  return sure
    ? [sure]
    : [...moves.filter(isDoable), ...moves.filter((move) => !isDoable(move))].slice(0, NEAREST)
}

const isDoable = ({ effort }: Move) => effort !== 'hard'

const NEAREST = 3
const LATER = 6

/** A beginning or an end. */
export interface Turn {
  day: string
  when: string
  what: string
  /** Null for an end. */
  move: Move | null
}

/** Returns other moves within reach, and the ends of today's policies, by day. */
export function turnsOf(road: Road, names: Names, moves: readonly Move[] = laterMoves(road)): Turn[] {
  const ended = new Map<string, number[]>()
  for (const { id, day } of road.ends) ended.set(day, [...(ended.get(day) ?? []), id])
  return [
    ...moves.map((move) => turnOf(move, names)),
    ...[...ended].map(([day, ids]) => ({
      day,
      when: formatDate(day),
      what: `${ids.map(names.policy).join('、')}到期`,
      move: null,
    })),
  ].sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0))
}

export function turnOf(move: Move, names: Names): Turn {
  const { day, isEstimate } = move
  return { day, when: `最早 ${dayWords(day, isEstimate)}`, what: moveWords(move, names), move }
}

function laterMoves(road: Road): readonly Move[] {
  const first = firstMoves(road)
  return road.moves.filter((move) => isDoable(move) && !first.includes(move)).slice(0, LATER)
}
