import type { AskKey } from '../eligibility/asks.ts'
import { worthFigure } from '../text/format-number.ts'
import { formatDate } from '../time/dates.ts'
import { type Money, type Move, type Road, sureProfit } from './road.ts'
import { type Step, stepWords } from './steps.ts'

export interface Names {
  policy: (id: number) => string
  ask: (key: AskKey) => string | undefined
}

/** 约 12 个月: an estimated day is only exact to the month. */
export function dayWords(day: string, isEstimate: boolean): string {
  return isEstimate ? `${formatDate(day).replace(/月.*$/, '月')}（估算）` : formatDate(day)
}

/** 40–60.5 万元, 至少 3 万元; null where there is nothing. */
export function moneyWords({ min, max }: Money): string | null {
  const figure = worthFigure(min, max)
  if (!figure || max === 0) return null
  return `${figure.isOpen ? '至少 ' : ''}${figure.number} ${figure.unit}`
}

export function stepsWords(steps: readonly Step[], { ask }: Names): string {
  return steps.map((step) => stepWords(step, ask)).join('，')
}

/** 一年可多得 63 万元，低于需要增加的研发费用; null: no sum changes */
export function gainWords(move: Move): string | null {
  const sum = moneyWords(move.gain)
  if (sum !== null) return `一年可多得 ${sum}${sureProfit(move) < 0 ? '，低于需要增加的研发费用' : ''}`
  return move.gain.max === 0 && !move.isUnfilled ? null : '补充数据后可测算金额'
}

export function todayWords({ today: { met, takings } }: Road): string {
  const sum = moneyWords(takings)
  return `现在${sum === null ? '' : `一年可得 ${sum}，`}符合 ${met.length} 项政策`
}

const NEAREST = 3
const LATER = 6

/** Returns the first moves of the page: the surest alone, else the nearest three. */
export function firstMoves({ moves }: Road): readonly Move[] {
  const sure = moves.find((move) => !move.isOpen && sureProfit(move) > 0)
  const isHard = ({ effort }: Move) => effort === 'hard'
  return sure ? [sure] : [...moves].sort((a, b) => Number(isHard(a)) - Number(isHard(b))).slice(0, NEAREST)
}

export interface Turn {
  day: string
  move: Move | null
  ended: string
}

/** Returns other moves within reach, and the ends of today's policies, in order of their days. */
export function turnsOf(road: Road, names: Names): Turn[] {
  const first = firstMoves(road)
  const later = road.moves.filter((move) => move.effort !== 'hard' && !first.includes(move)).slice(0, LATER)
  const ended = new Map<string, string[]>()
  for (const { id, day } of road.ends) ended.set(day, [...(ended.get(day) ?? []), names.policy(id)])
  return [
    ...later.map((move) => ({ day: move.day, move, ended: '' })),
    ...[...ended].map(([day, titles]) => ({ day, move: null, ended: `${titles.join('、')}到期` })),
  ].sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0))
}
