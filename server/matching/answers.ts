import { parseFacts } from '../../src/lib/rules/eligibility/answers.ts'
import type { AnswerKey, Facts } from '../../src/lib/rules/eligibility/facts.ts'
import { chinaDay } from '../../src/lib/rules/time/china-day.ts'
import type { Database } from '../db/schema.ts'

/** By fact, as stored: parse them at each use, because the questions may have changed since. */
export type StoredAnswers = Partial<Record<string, unknown>>

export async function readAnswers(db: Database, companyId: number): Promise<StoredAnswers> {
  const rows = await db
    .selectFrom('answers')
    .select(['fact', 'value'])
    .where('company_id', '=', companyId)
    .execute()
  return Object.fromEntries(rows.map(({ fact, value }) => [fact, JSON.parse(value)]))
}

export function factsOf(answers: StoredAnswers, nowMs: number): Facts {
  return parseFacts(answers, chinaDay(new Date(nowMs))).facts
}

export async function writeAnswers(
  transaction: Database,
  companyId: number,
  keys: readonly AnswerKey[],
  facts: Facts,
  nowMs: number,
): Promise<void> {
  const given = keys.filter((key) => facts[key] !== undefined)
  const forgotten = keys.filter((key) => facts[key] === undefined)
  if (forgotten.length > 0) {
    await transaction
      .deleteFrom('answers')
      .where('company_id', '=', companyId)
      .where('fact', 'in', forgotten)
      .execute()
  }
  if (given.length === 0) return
  await transaction
    .insertInto('answers')
    .values(
      given.map((fact) => ({
        company_id: companyId,
        fact,
        value: JSON.stringify(facts[fact]),
        updated_at: nowMs,
      })),
    )
    .onConflict((existing) =>
      existing.columns(['company_id', 'fact']).doUpdateSet((row) => ({
        value: row.ref('excluded.value'),
        updated_at: row.ref('excluded.updated_at'),
      })),
    )
    .execute()
}

export async function forgetAnswers(db: Database, companyId: number): Promise<void> {
  await db.deleteFrom('answers').where('company_id', '=', companyId).execute()
}
