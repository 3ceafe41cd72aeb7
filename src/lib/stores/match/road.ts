/** 成长路线图: planned from the answers when a person opens it. */
import { atom, computed, onMount } from 'nanostores'
import { latest } from '../../browser/latest.ts'
import { together } from '../../browser/together.ts'
import { yieldToBrowser } from '../../browser/yield-to-browser.ts'
import type { AskKey } from '../../rules/eligibility/asks.ts'
import { planRoad, type Road } from '../../rules/roadmap/road.ts'
import type { Names } from '../../rules/roadmap/words.ts'
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
  const plan = planRoad(rows, facts, today)
  for (let endsMs = performance.now() + SLICE_MS; ; ) {
    const { done, value } = plan.next()
    if (done) return value
    if (performance.now() <= endsMs) continue
    if (!(await pause())) return null
    endsMs = performance.now() + SLICE_MS
  }
}

/** Returns the names that the road needs, from the loaded words. */
export const $roadNames = computed($words, (words): Names => {
  return {
    policy: (id) => words[id]?.title ?? '…',
    ask: (key: AskKey) => words[Number.parseInt(key, 10)]?.asks?.find((ask) => ask.key === key)?.ask,
  }
})

/** The names of all policies that the road speaks of. */
export async function loadRoadWords({ ends, moves, rungs }: Road): Promise<void> {
  const rules = $rules.get()
  if (rules.status !== 'ready') return
  const steps = [...moves, ...rungs.flatMap(({ goal }) => goal ?? [])].flatMap((each) => each.steps)
  const asks = steps.flatMap((step) => (step.kind === 'ask' ? [Number.parseInt(step.key, 10)] : []))
  const ids = new Set([...ends.map(({ id }) => id), ...moves.flatMap(({ unlocks }) => unlocks), ...asks])
  await loadWords(rules.rows.filter(({ id }) => ids.has(id)))
}
