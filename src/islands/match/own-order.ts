/** How the rows of policies stand for a company that has answered. */

import { chinaDay } from '../../lib/rules/time/china-day.ts'
import { $reading } from '../../lib/stores/match/answers.ts'
import { judgeRows } from '../../lib/stores/match/judge-rows.ts'
import { isUntold } from '../../lib/stores/match/match.ts'
import { $rules, loadRules } from '../../lib/stores/match/rules.ts'

/** What brings most and is likeliest comes first; what does not fit has no place, or is over. */
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
