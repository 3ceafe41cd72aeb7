/** 成长路线图: planned from the answers when somebody opens it, and as a calendar file. */
import { atom, computed, onMount } from 'nanostores'
import { latest } from '../../browser/latest.ts'
import { saveFile } from '../../browser/save-file.ts'
import { together } from '../../browser/together.ts'
import { yieldToBrowser } from '../../browser/yield-to-browser.ts'
import type { AskKey } from '../../rules/eligibility/asks.ts'
import { pricesOf } from '../../rules/roadmap/prices.ts'
import { planRoad, type Road, type Stage } from '../../rules/roadmap/road.ts'
import { type Level, levelsOf, type Names } from '../../rules/roadmap/staircase.ts'
import { writeCalendar } from '../../rules/time/calendar-file.ts'
import { type Match, type MatchRow, type Pause, SLICE_MS } from './judge-rows.ts'
import { $match } from './match.ts'
import { $rules, $words, loadWords } from './rules.ts'

/** Null until the policies have been judged, and the road is planned. */
export const $road = atom<Road | null>(null)

const planning = latest()

onMount($road, () => {
  planAgain()
  return together(
    $match.listen(() => planAgain()),
    $rules.listen(() => planAgain()),
  )
})

/** Plans for the answers of now; an earlier run that is still under way is called off. */
async function planAgain(): Promise<void> {
  const [match, rules] = [$match.get(), $rules.get()]
  if (!match || rules.status !== 'ready') return
  const isLatest = planning.begin()
  const road = await planInSlices(match, rules.rows, async () => {
    await yieldToBrowser()
    return isLatest()
  })
  if (road && isLatest()) $road.set(road)
}

/** Null when `pause` called it off. */
export async function planInSlices(
  { facts, today }: Pick<Match, 'facts' | 'today'>,
  rows: readonly MatchRow[],
  pause: Pause,
): Promise<Road | null> {
  const plan = planRoad(rows, facts, today, pricesOf(rows))
  for (let endsMs = performance.now() + SLICE_MS; ; ) {
    const { done, value } = plan.next()
    if (done) return value
    if (performance.now() <= endsMs) continue
    if (!(await pause())) return null
    endsMs = performance.now() + SLICE_MS
  }
}

/** What words the road needs, from the words that are here. */
const $names = computed($words, (words): Names => {
  const wordsFor = (key: AskKey) => words[Number.parseInt(key, 10)]
  return {
    policy: (id) => words[id]?.title ?? '',
    ask: (key) => wordsFor(key)?.asks?.find((ask) => ask.key === key)?.ask,
    number: (key) => wordsFor(key)?.benefit?.own?.find((own) => own.key === key)?.label,
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

/** Days before an event at which a calendar rings. */
const ALARM_DAYS = 7

/** The days of the road as a file for a calendar program. */
export function roadCalendar(levels: readonly Level[], { now }: Road, origin: string): string {
  const events = levels.slice(1).map(({ stage, look, when, what, sum }) => ({
    uid: uidOf(stage),
    day: stage.day,
    stamp: now,
    summary: look === 'down' ? what : `最早可到：${what}`,
    description: `${when}，${sum}。按 ${now} 的回答估算，以主管部门的通知和审核为准。`,
    url: `${origin}/match#road`,
    alarmDays: ALARM_DAYS,
  }))
  return writeCalendar('成长路线图', events)
}

/** By what happens, so that a calendar moves what comes on another day after other answers. */
function uidOf({ steps, gained, lost }: Stage): string {
  const certificates = steps.flatMap((step) => (step.kind === 'certificate' ? [step.certificate] : []))
  const ids = [...gained, ...lost.map(({ id }) => `-${id}`)]
  return `road-${[...certificates, ...ids].join('.') || 'phase'}@zhice`
}

export function saveRoadCalendar(levels: readonly Level[], road: Road): void {
  const text = roadCalendar(levels, road, location.origin)
  saveFile(new Blob([text], { type: 'text/calendar;charset=utf-8' }), '成长路线图.ics')
}
