/** An operator who chats here acts as one of the operating company's people, like a customer. */
import type { Customer } from '../../src/lib/contract/account/customer.ts'
import {
  followConversations,
  getConversation,
  listChatMessages,
  openConversation,
  sendChatMessage,
} from '../../src/lib/contract/chat/chat.ts'
import {
  addChatFile,
  changeChatFile,
  deleteChatFile,
  listChatFiles,
  remarkChatFile,
} from '../../src/lib/contract/chat/chat-file.ts'
import { listConsultations } from '../../src/lib/contract/chat/chatting.ts'
import { CODES } from '../../src/lib/contract/envelope.ts'
import type { Database } from '../db/schema.ts'
import { operatingCompany } from '../db/settings.ts'
import { answerHeaders, answerUnchanged } from '../http/answer.ts'
import { clientAddress } from '../http/client.ts'
import { Refusal } from '../http/refusal.ts'
import { type Mount, route } from '../http/route.ts'
import { ensureChat, findChat, openChat, pageOfConsultations, showChat } from './conversations.ts'
import { markOfChatFiles, pageOfChatFiles, toChatFile } from './file-rows.ts'
import { addFile, changeRemark, orderOf, removeFile, replaceFile } from './files.ts'
import { countUnreadInTopics, markRead, type Party, readMessages } from './messages.ts'
import { sendToConversation } from './send.ts'

const EVENT_STREAM = 'text/event-stream'

export const chatRoutes: Mount[] = [
  route(getConversation, async ({ session, services }) => ({
    data: await showChat(services.db, session.customer.company_id),
    topics_unread: await countUnreadInTopics(services.db, session.customer.company_id),
  })),

  route(openConversation, async ({ body, session, services }) => {
    const { company_id } = session.customer
    if (body.read_seq === undefined) await openChat(services.db, company_id, body, services.now())
    else {
      const chat = await findChat(services.db, company_id)
      if (chat) await markRead(services.db, chat.id, 'company', body.read_seq)
    }
    return { data: await showOpen(services.db, session.customer.company_id) }
  }),

  route(followConversations, ({ session: { customer }, services: { streams }, context }) => {
    if (context.req.header('accept') !== EVENT_STREAM) return {}
    const events = streams.open(customer, clientAddress(context))
    if (!events)
      throw new Refusal(CODES.tooOften, '现在不能即时通知，新消息会稍晚几秒显示', { retry_after: 60 })
    // The second header makes nginx pass every event on at once.
    const headers = { 'Content-Type': `${EVENT_STREAM}; charset=UTF-8`, 'X-Accel-Buffering': 'no' }
    return context.body(events, 200, answerHeaders(context, headers))
  }),

  route(listChatMessages, async ({ query, session: { customer }, services, context }) => {
    const { db } = services
    const chat = await findChat(db, customer.company_id)
    const files = await markOfChatFiles(db, customer.company_id)
    const isNewest = query.after !== undefined && query.after >= (chat?.last_seq ?? 0)
    if (isNewest && context.req.header('if-none-match') === `"${files}"`) return answerUnchanged(context)
    return { result: await readMessages(db, chat, 'company', query), files }
  }),

  route(sendChatMessage, async ({ body, session: { customer }, services }) => {
    const { db, now } = services
    const chat = await findChat(db, customer.company_id)
    const id = chat?.id ?? (await ensureChat(db, customer.company_id, now()))
    return {
      data: await sendToConversation(services, { id, party: { side: 'company', person: customer } }, body),
    }
  }),

  route(listChatFiles, async ({ query, session, services }) => ({
    result: await pageOfChatFiles(services.db, session.customer.company_id, query.page),
  })),

  route(addChatFile, async ({ body, session: { customer }, services }) => {
    const companyId = customer.company_id
    const orderId = await orderOf(services.db, customer, companyId, body.advisory_id)
    const place = { kind: 'chat_file', companyId, orderId, conversationId: null } as const
    return { data: toChatFile(await addFile(services, partyOf(customer), place, body)) }
  }),

  route(changeChatFile, async ({ params, body, session: { customer }, services }) => {
    const orderId = await orderOf(services.db, customer, customer.company_id, body.advisory_id)
    const change = { ...body, orderId }
    return {
      data: toChatFile(await replaceFile(services, partyOf(customer), 'chat_file', params.id, change)),
    }
  }),

  route(remarkChatFile, async ({ params, body, session, services }) => {
    const party = partyOf(session.customer)
    return { data: toChatFile(await changeRemark(services, party, 'chat_file', params.id, body.remark)) }
  }),

  route(deleteChatFile, async ({ params, session, services }) => {
    await removeFile(services, partyOf(session.customer), 'chat_file', params.id)
    return {}
  }),

  route(listConsultations, async ({ params, query, session, services: { db, config } }) => {
    const mine = session.customer.company_id
    const site = config.siteCompanyId ?? (await operatingCompany(db))
    if (params.id !== mine && params.id !== site) throw new Refusal(CODES.none, '没有找到这家企业的咨询')
    return { result: await pageOfConsultations(db, mine, query.page) }
  }),
]

async function showOpen(db: Database, companyId: number) {
  const chat = await showChat(db, companyId)
  if (!chat) throw new Refusal(CODES.none, '尚未开始咨询')
  return chat
}

function partyOf(person: Customer): Party {
  return { side: 'company', person }
}
