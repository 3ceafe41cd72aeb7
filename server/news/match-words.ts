/** What companies read about new policies that match their answers. */

import type { RuledItem } from '../matching/rules.ts'
import type { NewMessage } from '../messages/messages.ts'

export interface NewMatch {
  company_id: number
  item_id: number
}

/** With more of them at once, after an import for example, there is one message for all. */
const SINGLE_MESSAGES = 3

/** @param rules the new items; messages name them in this order */
export function matchMessages(matches: readonly NewMatch[], rules: readonly RuledItem[]): NewMessage[] {
  const byCompany = Map.groupBy(matches, ({ company_id }) => company_id)
  return [...byCompany].flatMap(([company_id, own]) => {
    const ids = new Set(own.map(({ item_id }) => item_id))
    const items = rules.map(({ item }) => item).filter(({ id }) => ids.has(id))
    const shown = items.length > SINGLE_MESSAGES ? items.slice(0, 1) : items
    return shown.map(
      ({ title, policy }): NewMessage => ({
        company_id,
        message: wordsFor(title, items.length),
        category: 'policy',
        platform_policy_id: policy,
        topic: 'match',
      }),
    )
  })
}

function wordsFor(title: string, count: number): string {
  return count > SINGLE_MESSAGES
    ? `新上线的 ${count} 项政策与您填写的企业情况相符，其中有《${title}》，请到“最新匹配政策”查看。`
    : `新上线的政策《${title}》与您填写的企业情况相符，请查看申报条件和期限。`
}
