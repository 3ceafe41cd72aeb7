import { deleteMessage, listMessages, readMessage } from '../../src/lib/contract/account/message.ts'
import { CODES } from '../../src/lib/contract/envelope.ts'
import { Refusal } from '../http/refusal.ts'
import { route } from '../http/route.ts'
import type { App } from '../http/types.ts'
import { markRead, pageOfMessages, removeMessage } from '../messages/messages.ts'

export function addMessageRoutes(app: App): void {
  route(app, listMessages, async ({ query, session, services }) => ({
    result: await pageOfMessages(services.db, session.customer, query),
  }))

  route(app, deleteMessage, async ({ params, session, services }) => {
    return orNone(await removeMessage(services.db, session.customer, params.id))
  })

  route(app, readMessage, async ({ params, session, services }) => {
    return orNone(await markRead(services.db, session.customer, params.id))
  })
}

function orNone(found: boolean): Record<string, never> {
  if (!found) throw new Refusal(CODES.none, '没有找到这条消息，它可能已被删除')
  return {}
}
