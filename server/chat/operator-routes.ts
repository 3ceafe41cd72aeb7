import type { Customer } from '../../src/lib/contract/account/customer.ts'
import {
  addFeedbackFile,
  changeFeedbackFile,
  deleteFeedbackFile,
  listFeedbackFiles,
} from '../../src/lib/contract/operator/chat-file.ts'
import {
  changeConversation,
  getOperatorConversation,
  listConversationMessages,
  listConversations,
  replyToConversation,
} from '../../src/lib/contract/operator/conversation.ts'
import { type Mount, route } from '../http/route.ts'
import { historyOf, listOperators } from '../operators/handovers.ts'
import { findFile, markOfFiles, pageOfChatFiles, toChatFile } from './file-rows.ts'
import { addFile, orderOf, removeFile, replaceFile } from './files.ts'
import { markRead, type Party, readMessages } from './messages.ts'
import { assign, endWaiting, replyFieldsOf, snooze } from './operators.ts'
import { findConversation, findOperatorView, pageOfQueue } from './queue.ts'
import { sendToConversation } from './send.ts'

const KIND = 'chat_file'

export const operatorChatRoutes: Mount[] = [
  route(listConversations, async ({ query, session, services: { db, now } }) => {
    return { result: await pageOfQueue(db, session.customer.id, query, now()) }
  }),

  route(getOperatorConversation, async ({ params, session, services }) => {
    const { db } = services
    const talk = await findConversation(db, params.id)
    const view = await findOperatorView(db, talk.id)
    const history = await historyOf(db, { conversation_id: talk.id, order_id: null })
    const reply_fields = await replyFieldsOf(services, session.customer, talk)
    return { data: { ...view, operators: await listOperators(db), history, reply_fields } }
  }),

  route(listConversationMessages, async ({ params, query, services }) => {
    const { db } = services
    const conversation = await findConversation(db, params.id)
    return {
      result: await readMessages(db, conversation, 'operator', query),
      files: await markOfFiles(db, conversation),
      data: await findOperatorView(services.db, conversation.id),
    }
  }),

  route(replyToConversation, async ({ params, body, session, services }) => {
    const { id } = await findConversation(services.db, params.id)
    const party = { side: 'operator', person: session.customer } as const
    const { seen, ...message } = body
    return { data: await sendToConversation(services, { id, party }, message, seen) }
  }),

  route(changeConversation, async ({ params, body, session, services }) => {
    const talk = await findConversation(services.db, params.id)
    if (body.act === 'assign') await assign(services, session.customer, talk, body)
    else if (body.act === 'snooze') await snooze(services, session.customer, talk, body)
    else if (body.act === 'settle') await endWaiting(services.db, talk.id, body.seq)
    else await markRead(services.db, talk.id, 'operator', body.seq)
    return { data: await findOperatorView(services.db, talk.id) }
  }),

  route(listFeedbackFiles, async ({ params, query, services: { db } }) => {
    const { company_id } = await findConversation(db, params.id)
    return { result: await pageOfChatFiles(db, company_id, query.page) }
  }),

  route(addFeedbackFile, async ({ params, body, session, services }) => {
    const { company_id: companyId } = await findConversation(services.db, params.id)
    const orderId = await orderOf(services.db, session.customer, companyId, body.advisory_id)
    const place = { kind: KIND, companyId, orderId, conversationId: null } as const
    return { data: toChatFile(await addFile(services, partyOf(session.customer), place, body)) }
  }),

  route(changeFeedbackFile, async ({ params, body, session, services }) => {
    const party = partyOf(session.customer)
    const { company_id } = await findFile(services.db, KIND, party, params.id)
    const orderId = await orderOf(services.db, session.customer, company_id, body.advisory_id)
    return { data: toChatFile(await replaceFile(services, party, KIND, params.id, { ...body, orderId })) }
  }),

  route(deleteFeedbackFile, async ({ params, session, services }) => {
    await removeFile(services, partyOf(session.customer), KIND, params.id)
    return {}
  }),
]

function partyOf(person: Customer): Party {
  return { side: 'operator', person }
}
