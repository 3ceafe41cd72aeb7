/** Conversations that an operator begins, from a company or from its application. */
import { ask } from '../../api/ask.ts'
import { listTopics } from '../../contract/chat/advisory.ts'
import { openCompanyChat } from '../../contract/operator/company.ts'
import { attempt, type Done } from './desk.ts'

/** @returns the id of the conversation, which is opened if there is none yet */
export function beginWithCompany(companyId: number): Promise<Done<number>> {
  return attempt(async () => (await ask(openCompanyChat, { params: { id: companyId } })).data.id)
}

/** The same, of the order's topic in which something was said last, of those that are open. */
export function beginAboutOrder(orderId: number): Promise<Done<number>> {
  return attempt(async () => {
    const { result } = await ask(listTopics, { params: { id: orderId } })
    const open = result.items.filter(({ closed }) => !closed)
    const [topic] = (open.length > 0 ? open : result.items).sort((a, b) => saidAt(b) - saidAt(a))
    // The server opens the first one where there is none.
    return topic?.id ?? 0
  })
}

function saidAt({ gmt_modified }: { gmt_modified: string | null }): number {
  return gmt_modified === null ? 0 : Date.parse(gmt_modified)
}
