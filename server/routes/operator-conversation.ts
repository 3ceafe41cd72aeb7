import {
  assignConversation,
  getOperatorConversation,
  listConversationMessages,
  listConversations,
  markConversationRead,
  replyToConversation,
  settleConversation,
} from '../../src/lib/contract/operator/conversation.ts'
import { findConversation, noConversation } from '../chat/conversation-by-id.ts'
import { markOfFiles } from '../chat/files-mark.ts'
import { readMessages } from '../chat/messages.ts'
import { findOperatorView } from '../chat/operator-view.ts'
import { assign, listOperators, settle } from '../chat/operators.ts'
import { pageOfQueue } from '../chat/queue.ts'
import { sendToConversation } from '../chat/send.ts'
import { markRead } from '../chat/unread.ts'
import { route } from '../http/route.ts'
import type { App, Services } from '../http/types.ts'

export function addOperatorConversationRoutes(app: App): void {
  route(app, listConversations, async ({ query, session, services }) => ({
    result: await pageOfQueue(services, session.customer.id, query),
  }))

  route(app, getOperatorConversation, async ({ params, services }) => {
    const operators = await listOperators(services.db, services.config)
    return { data: { ...(await viewOf(services, params.id)), operators } }
  })

  route(app, listConversationMessages, async ({ params, query, services }) => {
    const { db } = services
    const conversation = await findConversation(db, params.id)
    return {
      result: await readMessages(db, conversation, 'operator', query),
      files: await markOfFiles(db, conversation),
      data: await viewOf(services, params.id),
    }
  })

  route(app, replyToConversation, async ({ params, body, session, services }) => {
    const { id } = await findConversation(services.db, params.id)
    const party = { side: 'operator', person: session.customer } as const
    return { data: await sendToConversation(services, { id, party }, body) }
  })

  route(app, assignConversation, async ({ params, body, services }) => {
    const { id } = await findConversation(services.db, params.id)
    await assign(services, id, body)
    return { data: await viewOf(services, id) }
  })

  route(app, settleConversation, async ({ params, body, services }) => {
    const { id } = await findConversation(services.db, params.id)
    await settle(services.db, id, body.seq)
    return { data: await viewOf(services, id) }
  })

  route(app, markConversationRead, async ({ params, body, services }) => {
    const { id } = await findConversation(services.db, params.id)
    await markRead(services.db, id, 'operator', body.read_seq)
    return { data: await viewOf(services, id) }
  })
}

async function viewOf(services: Pick<Services, 'db' | 'config'>, id: number) {
  return (await findOperatorView(services, id)) ?? noConversation()
}
