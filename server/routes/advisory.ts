import {
  addTopic,
  changeTopic,
  listTopicMessages,
  listTopics,
  sendTopicMessage,
} from '../../src/lib/contract/chat/advisory.ts'
import { enterOrder, enterTopic } from '../advisory/access.ts'
import * as topics from '../advisory/topics.ts'
import { markOfOrderFiles } from '../chat/files-mark.ts'
import { readMessages } from '../chat/messages.ts'
import { sendToConversation } from '../chat/send.ts'
import { markRead } from '../chat/unread.ts'
import { route } from '../http/route.ts'
import type { App } from '../http/types.ts'

export function addAdvisoryRoutes(app: App): void {
  route(app, listTopics, async ({ params, session, services: { db, now } }) => {
    const { party, ...owner } = await enterOrder(db, session.customer, params.id)
    return { result: { items: await topics.listTopics(db, owner, party.side, now()) } }
  })

  route(app, addTopic, async ({ params, body, session, services: { db, now } }) => {
    const { party, ...owner } = await enterOrder(db, session.customer, params.id)
    return { data: await topics.addTopic(db, owner, { side: party.side, title: body.title }, now()) }
  })

  route(app, changeTopic, async ({ params, body, session, services: { db } }) => {
    const { party } = await enterTopic(db, session.customer, params.id)
    await topics.updateTopic(db, params.id, body)
    if (body.read_seq !== undefined) await markRead(db, params.id, party.side, body.read_seq)
    return { data: await topics.findTopic(db, party.side, params.id) }
  })

  route(app, listTopicMessages, async ({ params, query, session, services: { db } }) => {
    const { party, topic } = await enterTopic(db, session.customer, params.id)
    return {
      result: await readMessages(db, topic, party.side, query),
      files: await markOfOrderFiles(db, topic.order_id ?? 0),
      closed: topic.closed === 1,
    }
  })

  route(app, sendTopicMessage, async ({ body, session, services }) => {
    const { party, topic } = await enterTopic(services.db, session.customer, body.group_id)
    return { data: await sendToConversation(services, { id: topic.id, party }, body) }
  })
}
