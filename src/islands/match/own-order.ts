import { chinaDay } from '../../lib/rules/time/china-day.ts'
import { $reading } from '../../lib/stores/match/answers.ts'
import { judgeRows } from '../../lib/stores/match/judge-rows.ts'
import { isUntold } from '../../lib/stores/match/match.ts'
import { $rules, loadRules } from '../../lib/stores/match/rules.ts'

/** Rank by page id: most worth and probability first; policies that are 不符合 or over have none. */
export type OwnOrder = ReadonlyMap<number, number>

/** By page id. Null: nothing is answered, or nothing can be judged. */
export async function ownOrder(): Promise<OwnOrder | null> {
  await loadRules()
  const rules = $rules.get()
  const { facts } = $reading.get()
  if (rules.status !== 'ready' || isUntold(facts)) return null
  const match = await judgeRows(rules.rows, facts, chinaDay(new Date()), async () => true, rules.usual)
  const fitting = match ? [...match.groups.met, ...match.groups.unknown] : []
  return new Map(fitting.map(({ id }, place) => [id, place]))
}
