/** 成长路线图: planned from the answers when somebody opens it, and as a calendar file. */
import { computed } from 'nanostores'
import { saveFile } from '../../browser/save-file.ts'
import type { Quantity } from '../../rules/eligibility/decimal.ts'
import { type Money, planRoad, type Road, type Valuer } from '../../rules/roadmap/road.ts'
import { type Level, levelsOf, type Names } from '../../rules/roadmap/staircase.ts'
import { writeCalendar } from '../../rules/time/calendar-file.ts'
import { bestCombination } from '../../rules/worth/combination.ts'
import { add, isOpen, NOTHING, type Range } from '../../rules/worth/range.ts'
import { rangeOf } from '../../rules/worth/worth.ts'
import type { MatchRow } from './judge-rows.ts'
import { $match } from './match.ts'
import { $rules, $words, loadWords } from './rules.ts'

/** Null until the policies have been judged. */
export const $road = computed([$match, $rules], (match, rules): Road | null => {
  if (!match || rules.status !== 'ready') return null
  return planRoad(rules.rows, match.facts, match.today, valuer(rules.rows))
})

/** What words the road needs, from the words that are here. */
const $names = computed($words, (words): Names => {
  return {
    policy: (id) => words[id]?.title ?? '',
    ask: (key) => words[Number.parseInt(key, 10)]?.asks?.find((ask) => ask.key === key)?.ask,
  }
})

/** The road in words, with what it was planned from. */
export const $roadView = computed([$road, $names], (road, names) => {
  return road && { road, names, levels: levelsOf(road, names) }
})

/** The names of all policies that the road speaks of. */
export async function loadRoadWords(road: Road): Promise<void> {
  const rules = $rules.get()
  if (rules.status !== 'ready') return
  const stages = road.stages.flatMap(({ gained, lost }) => [...gained, ...lost.map(({ id }) => id)])
  const moves = road.moves.flatMap(({ unlocks }) => unlocks)
  const asks = [...road.moves, ...road.rungs].flatMap(({ steps }) =>
    steps.flatMap((step) => (step.kind === 'ask' ? [Number.parseInt(step.key, 10)] : [])),
  )
  const ids = new Set([...stages, ...moves, ...asks, ...road.waiting])
  await loadWords(rules.rows.filter(({ id }) => ids.has(id)))
}

/** The best combination on the company's day, apart what comes every year and what comes once. */
function valuer(rows: readonly MatchRow[]): Valuer {
  const byId = new Map(rows.map((row) => [row.id, row]))
  return (met, company) => {
    const priced = met.flatMap((id) => {
      const row = byId.get(id)
      return row ? [{ row, worth: row.benefit && rangeOf(row.benefit, company) }] : []
    })
    const { taken } = bestCombination(
      priced.map(({ row: { id, excludes, rate }, worth }) => ({
        id,
        worth: worth && [worth],
        excludes,
        rate: rate ?? undefined,
      })),
    )
    const ids = new Set(taken)
    const sum = (per: '年' | '次') =>
      priced
        .filter(({ row }) => ids.has(row.id) && row.benefit?.per === per)
        .map(({ worth }) => worth ?? NOTHING)
        .reduce(add, NOTHING)
    return { year: toMoney(sum('年')), once: toMoney(sum('次')) }
  }
}

function toMoney({ low, high }: Range): Money {
  return { min: yuanOf(low), max: isOpen(high) ? null : yuanOf(high) }
}

/** For words and heights only: what is compared has been compared exactly. */
function yuanOf({ n, d }: Quantity): number {
  return Number((n * 100n) / d) / 100
}

/** Days before an event at which a calendar rings. */
const ALARM_DAYS = 7

/** The days of the road as a file for a calendar program. */
export function roadCalendar(levels: readonly Level[], { now }: Road, origin: string): string {
  const events = levels.slice(1).map(({ stage: { day }, look, when, what, sum }, place) => ({
    uid: `road-${now}-${place}@zhice`,
    day,
    stamp: now,
    summary: look === 'down' ? what : `最早可到：${what}`,
    description: `${when}，${sum}。按 ${now} 的回答估算，以主管部门的通知和审核为准。`,
    url: `${origin}/match#road`,
    alarmDays: ALARM_DAYS,
  }))
  return writeCalendar('成长路线图', events)
}

export function saveRoadCalendar(levels: readonly Level[], road: Road): void {
  const text = roadCalendar(levels, road, location.origin)
  saveFile(new Blob([text], { type: 'text/calendar;charset=utf-8' }), '成长路线图.ics')
}
