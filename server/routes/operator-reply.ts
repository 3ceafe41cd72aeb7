import { changeQuickReplies, listQuickReplies } from '../../src/lib/contract/operator/reply.ts'
import { route } from '../http/route.ts'
import type { App } from '../http/types.ts'
import { readQuickReplies, saveQuickReplies } from '../operators/quick-replies.ts'

export function addOperatorReplyRoutes(app: App): void {
  route(app, listQuickReplies, async ({ services }) => ({ data: await readQuickReplies(services.db) }))

  route(app, changeQuickReplies, async ({ body, services }) => ({
    data: await saveQuickReplies(services.db, body),
  }))
}
