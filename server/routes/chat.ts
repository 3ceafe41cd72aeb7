import {
  getConversation,
  listChatMessages,
  openConversation,
  readConversation,
  sendChatMessage,
} from '../../src/lib/contract/chat/chat.ts'
import { CODES } from '../../src/lib/contract/envelope.ts'
import { ensureChat, findChat, openChat, showChat } from '../chat/conversations.ts'
import { markOfChatFiles } from '../chat/files-mark.ts'
import { readMessages } from '../chat/messages.ts'
import { sendToConversation } from '../chat/send.ts'
import { countUnreadInTopics, markRead } from '../chat/unread.ts'
import { Refusal } from '../http/refusal.ts'
import { route } from '../http/route.ts'
import type { App, Services } from '../http/types.ts'

/** An operator who chats here is one of the operating company's people, like a customer. */
export function addChatRoutes(app: App): void {
  route(app, getConversation, async ({ session, services }) => ({
    data: await showChat(services, session.customer.company_id),
    topics_unread: await countUnreadInTopics(services.db, session.customer.company_id),
  }))

  route(app, openConversation, async ({ body, session, services }) => {
    await openChat(services.db, session.customer.company_id, body, services.now())
    return { data: await showOpen(services, session.customer.company_id) }
  })

  route(app, readConversation, async ({ body, session, services }) => {
    const chat = await findChat(services.db, session.customer.company_id)
    if (chat) await markRead(services.db, chat.id, 'company', body.read_seq)
    return { data: await showOpen(services, session.customer.company_id) }
  })

  route(app, listChatMessages, async ({ query, session: { customer }, services: { db } }) => {
    const chat = await findChat(db, customer.company_id)
    return {
      result: await readMessages(db, chat, 'company', query),
      files: await markOfChatFiles(db, customer.company_id),
    }
  })

  route(app, sendChatMessage, async ({ body, session: { customer }, services }) => {
    const { db, now } = services
    const chat = await findChat(db, customer.company_id)
    const id = chat?.id ?? (await ensureChat(db, customer.company_id, now()))
    return {
      data: await sendToConversation(services, { id, party: { side: 'company', person: customer } }, body),
    }
  })
}

async function showOpen(services: Pick<Services, 'db' | 'config'>, companyId: number) {
  const chat = await showChat(services, companyId)
  if (!chat) throw new Refusal(CODES.none, '还没有开始咨询')
  return chat
}
