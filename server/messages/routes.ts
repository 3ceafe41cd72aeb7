import { deleteMessage, listMessages, readMessage } from '../../src/lib/contract/account/message.ts'
import { CODES } from '../../src/lib/contract/envelope.ts'
import { Refusal } from '../http/refusal.ts'
import { type Mount, route } from '../http/route.ts'
import { markRead, pageOfMessages, removeMessage } from './messages.ts'

export const messageRoutes: Mount[] = [
  route(listMessages, async ({ query, session, services }) => ({
    result: await pageOfMessages(services.db, session.customer, query),
  })),

  route(deleteMessage, async ({ params, session, services }) => {
    return orNone(await removeMessage(services.db, session.customer, params.id))
  }),

  route(readMessage, async ({ params, session, services }) => {
    return orNone(await markRead(services.db, session.customer, params.id))
  }),
]

function orNone(found: boolean): Record<string, never> {
  if (!found) throw new Refusal(CODES.none, '没有找到这条消息，它可能已被删除')
  return {}
}
