import { statusOf } from '../../src/lib/rules/eligibility/evaluate.ts'
import { chinaDay } from '../../src/lib/rules/time/china-day.ts'
import { canBeHad } from '../../src/lib/rules/time/window-use.ts'
import type { KeptCatalogue, KeptItem } from '../catalogue/kept-catalogue.ts'
import type { Database } from '../db/schema.ts'
import { answeringCompanies, companyAt } from '../matching/judge.ts'
import { sendMessages } from './messages.ts'
import { wishesOf } from './settings.ts'
import { noteTold } from './told.ts'

/** Above this number, such as after an import, one message covers all. */
const SINGLE_MESSAGES = 3

export async function tellMatches(
  db: Database,
  catalogue: KeptCatalogue,
  added: ReadonlySet<number>,
  nowMs: number,
): Promise<void> {
  const today = chinaDay(new Date(nowMs))
  const items = catalogue.items.filter(
    ({ id, policy, rule, window }) =>
      added.has(id) && policy !== null && rule.program && canBeHad(window, today),
  )
  if (items.length === 0) return
  for await (const companies of answeringCompanies(db, nowMs)) {
    const wishes = await wishesOf(db, [...companies.keys()])
    const matches = [...companies].flatMap(([company_id, facts]) => {
      if (!wishes(company_id).matches) return []
      const company = companyAt(facts, nowMs)
      const met = items.filter(({ rule }) => statusOf(rule, company) === 'met')
      return met.map((item) => {
        return { company_id, topic: 'match' as const, subject: `item-${item.id}`, occasion: '', item }
      })
    })
    await db.transaction().execute(async (transaction) => {
      const told = await noteTold(transaction, matches, nowMs)
      const byCompany = Map.groupBy(told, ({ company_id }) => company_id)
      const messages = [...byCompany].flatMap(([id, own]) =>
        messagesOf(
          id,
          own.map(({ item }) => item),
        ),
      )
      await sendMessages(transaction, messages, nowMs)
    })
  }
}

function messagesOf(company_id: number, met: readonly KeptItem[]) {
  const shown = met.length > SINGLE_MESSAGES ? met.slice(0, 1) : met
  return shown.map(({ title, policy }) => ({
    company_id,
    message: wordsFor(title, met.length),
    category: 'policy' as const,
    platform_policy_id: policy,
    topic: 'match' as const,
  }))
}

function wordsFor(title: string, count: number): string {
  return count > SINGLE_MESSAGES
    ? `新上线的 ${count} 项政策与您填写的企业情况相符，其中有《${title}》，请到“最新匹配政策”查看。`
    : `新上线的政策《${title}》与您填写的企业情况相符，请查看申报条件和期限。`
}
