import { CODES } from '../../src/lib/contract/envelope.ts'
import {
  listQuestions,
  readBill,
  resetAnswers,
  saveAnswers,
} from '../../src/lib/contract/policies/question.ts'
import { chinaDay } from '../../src/lib/rules/time/china-day.ts'
import { Refusal } from '../http/refusal.ts'
import { route } from '../http/route.ts'
import type { App } from '../http/types.ts'
import { factsOf, forgetAnswers, lockAnswers, readAnswers, writeAnswers } from '../matching/answers.ts'
import { makeBill } from '../matching/bill.ts'
import { readSentAnswers, toQuestions } from '../matching/questionnaire.ts'

export function addQuestionRoutes(app: App): void {
  route(app, listQuestions, async ({ session, services: { db, now } }) => {
    const answers = session ? await readAnswers(db, session.customer.company_id) : {}
    return { result: { items: toQuestions(factsOf(answers, now())) } }
  })

  route(app, saveAnswers, async ({ body, session, services: { db, now } }) => {
    const { company_id } = session.customer
    const nowMs = now()
    return db.transaction().execute(async (transaction) => {
      await lockAnswers(transaction, company_id)
      const stored = await readAnswers(transaction, company_id)
      const sent = readSentAnswers(body.answers, stored, chinaDay(new Date(nowMs)))
      const { keys, facts, problems, hints } = sent
      if (problems[0]) throw new Refusal(CODES.invalid, problems[0].message, { problems })
      await writeAnswers(transaction, company_id, keys, facts, nowMs)
      return { hints }
    })
  })

  route(app, resetAnswers, async ({ session, services }) => {
    await forgetAnswers(services.db, session.customer.company_id)
    return {}
  })

  route(app, readBill, async ({ session, services: { db, catalogue, now } }) => {
    const answers = await readAnswers(db, session.customer.company_id)
    return { data: makeBill(await catalogue(), factsOf(answers, now()), now()) }
  })
}
