/** What companies read about new policies that match their answers. */
import type { KeptItem } from '../catalogue/kept-catalogue.ts'
import type { NewMessage } from '../messages/messages.ts'

export interface NewMatch {
  company_id: number
  item_id: number
}

/** With more of them at once, after an import for example, there is one message for all. */
const SINGLE_MESSAGES = 3

/** @param items the new ones; messages name them in this order */
export function matchMessages(
  matches: readonly NewMatch[],
  items: readonly Pick<KeptItem, 'id' | 'title' | 'policy'>[],
): NewMessage[] {
  const byCompany = Map.groupBy(matches, ({ company_id }) => company_id)
  return [...byCompany].flatMap(([company_id, own]) => {
    const ids = new Set(own.map(({ item_id }) => item_id))
    const met = items.filter(({ id }) => ids.has(id))
    const shown = met.length > SINGLE_MESSAGES ? met.slice(0, 1) : met
    return shown.map(
      ({ title, policy }): NewMessage => ({
        company_id,
        message: wordsFor(title, met.length),
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
