import {
  type changeProfile,
  PROFILE_FACTS,
  type readProfile,
} from '../../src/lib/contract/account/company-profile.ts'
import type { AnswerOf, BodyOf } from '../../src/lib/contract/call.ts'
import { CODES } from '../../src/lib/contract/envelope.ts'
import type { AnswerProblem } from '../../src/lib/contract/policies/question.ts'
import { chinaDay } from '../../src/lib/rules/time/china-day.ts'
import type { Database } from '../db/schema.ts'
import { Refusal } from '../http/refusal.ts'
import { factsOf, readAnswers, writeAnswers } from '../matching/answers.ts'
import { companyAt } from '../matching/judge.ts'
import { readSentAnswers, toQuestions } from '../matching/questionnaire.ts'
import { findDeletion } from './deletion.ts'
import { lockCompany } from './lock-company.ts'

const NOTHING = { credit_code: '', legal_person: '', address: '', contact: '', phone: '' }

export async function toProfile(
  db: Database,
  companyId: number,
  nowMs: number,
): Promise<AnswerOf<typeof readProfile>> {
  const { name } = await db
    .selectFrom('companies')
    .select('name')
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow()
  const own = await db
    .selectFrom('company_profiles')
    .select(['credit_code', 'legal_person', 'address', 'contact', 'phone'])
    .where('company_id', '=', companyId)
    .executeTakeFirst()
  const facts = factsOf(await readAnswers(db, companyId), nowMs)
  const questions = new Map(
    toQuestions(facts, chinaDay(new Date(nowMs))).map((question) => [question.key, question]),
  )
  return {
    profile: { name, ...(own ?? NOTHING), sizes: [...companyAt(facts, nowMs).size.possible] },
    questions: PROFILE_FACTS.flatMap((key) => questions.get(key) ?? []),
    deletion: await findDeletion(db, companyId),
  }
}

/** Returns the hints about the answers. @throws Refusal 400 with `problems` */
export function saveProfile(
  db: Database,
  companyId: number,
  { name, answers, ...fields }: BodyOf<typeof changeProfile>,
  nowMs: number,
): Promise<AnswerProblem[]> {
  return db.transaction().execute(async (transaction) => {
    await lockCompany(transaction, companyId)
    const hints = await saveFacts(transaction, companyId, answers, nowMs)
    if (name !== undefined) {
      await transaction.updateTable('companies').set({ name }).where('id', '=', companyId).execute()
    }
    if (Object.keys(fields).length > 0) await saveFields(transaction, companyId, fields, nowMs)
    return hints
  })
}

async function saveFacts(
  transaction: Database,
  companyId: number,
  answers: BodyOf<typeof changeProfile>['answers'],
  nowMs: number,
): Promise<AnswerProblem[]> {
  if (answers.length === 0) return []
  const stored = await readAnswers(transaction, companyId)
  const sent = readSentAnswers({ answers, asks: {} }, stored, chinaDay(new Date(nowMs)))
  const { keys, facts, problems, hints } = sent
  if (problems[0]) throw new Refusal(CODES.invalid, problems[0].message, { problems })
  await writeAnswers(transaction, companyId, keys, facts, nowMs)
  return hints
}

async function saveFields(
  transaction: Database,
  company_id: number,
  fields: Partial<Record<keyof typeof NOTHING, string | undefined>>,
  nowMs: number,
): Promise<void> {
  const given = Object.entries(fields).filter(([, text]) => text !== undefined)
  const set: Partial<typeof NOTHING> & { updated_at: number } = {
    ...Object.fromEntries(given),
    updated_at: nowMs,
  }
  await transaction
    .insertInto('company_profiles')
    .values({ ...NOTHING, ...set, company_id })
    .onConflict((existing) => existing.column('company_id').doUpdateSet(set))
    .execute()
}
