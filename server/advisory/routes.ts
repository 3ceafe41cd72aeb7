import type { Customer } from '../../src/lib/contract/account/customer.ts'
import {
  addTopic,
  changeTopic,
  listTopicMessages,
  listTopics,
  sendTopicMessage,
} from '../../src/lib/contract/chat/advisory.ts'
import {
  type Attachment,
  addAttachment,
  changeAttachment,
  deleteAttachment,
  downloadAttachment,
  listAttachments,
} from '../../src/lib/contract/chat/advisory-attachment.ts'
import { type FileRow, findFile, markOfOrderFiles, pageOfOrderFiles, toChatFile } from '../chat/file-rows.ts'
import { addFile, removeFile, replaceFile } from '../chat/files.ts'
import { markRead, type Party, readMessages } from '../chat/messages.ts'
import { sendToConversation } from '../chat/send.ts'
import type { Database } from '../db/schema.ts'
import { type Mount, sharedRoute } from '../http/route.ts'
import { downloadUrl } from '../storage/download-url.ts'
import { enterOrder, enterTopic } from './access.ts'
import * as topics from './topics.ts'

const KIND = 'advisory_attachment'

export const advisoryRoutes: Mount[] = [
  sharedRoute(listTopics, async ({ params, session, services: { db, now } }) => {
    const { party, ...owner } = await enterOrder(db, session.customer, params.id)
    return { result: { items: await topics.listTopics(db, owner, party.side, now()) } }
  }),

  sharedRoute(addTopic, async ({ params, body, session, services: { db, now } }) => {
    const { party, ...owner } = await enterOrder(db, session.customer, params.id)
    return { data: await topics.addTopic(db, owner, { side: party.side, title: body.title }, now()) }
  }),

  sharedRoute(changeTopic, async ({ params, body, session, services: { db } }) => {
    const { party, topic } = await enterTopic(db, session.customer, params.id)
    await topics.updateTopic(db, topic.id, body)
    if (body.read_seq !== undefined) await markRead(db, topic.id, party.side, body.read_seq)
    return { data: await topics.findTopic(db, party.side, topic.id) }
  }),

  sharedRoute(listTopicMessages, async ({ params, query, session, services: { db } }) => {
    const { party, topic } = await enterTopic(db, session.customer, params.id)
    return {
      result: await readMessages(db, topic, party.side, query),
      files: await markOfOrderFiles(db, topic.order_id ?? 0),
      closed: topic.closed === 1,
    }
  }),

  sharedRoute(sendTopicMessage, async ({ body, session, services }) => {
    const { party, topic } = await enterTopic(services.db, session.customer, body.group_id)
    return { data: await sendToConversation(services, { id: topic.id, party }, body) }
  }),

  sharedRoute(addAttachment, async ({ body, session, services }) => {
    const { party, ...place } = await placeOf(services.db, session.customer, body)
    return { data: toAttachment(await addFile(services, party, { kind: KIND, ...place }, body)) }
  }),

  sharedRoute(listAttachments, async ({ params, query, session, services: { db } }) => {
    const { orderId } = await enterOrder(db, session.customer, params.id)
    return { result: await pageOfOrderFiles(db, orderId, query.page, toAttachment) }
  }),

  sharedRoute(changeAttachment, async ({ params, body, session, services }) => {
    const party = await partyOf(services.db, session.customer, params.id)
    return { data: toAttachment(await replaceFile(services, party, KIND, params.id, body)) }
  }),

  sharedRoute(downloadAttachment, async ({ params, session: { customer }, services, context }) => {
    const file = await findFile(services.db, KIND, readerOf(customer), params.id)
    const names = { filename_local: file.local_name, filename_server: file.key }
    return { download_url: await downloadUrl(context, customer, names, 'documents') }
  }),

  sharedRoute(deleteAttachment, async ({ params, session, services }) => {
    await removeFile(services, await partyOf(services.db, session.customer, params.id), KIND, params.id)
    return {}
  }),
]

async function placeOf(
  db: Database,
  customer: Customer,
  named: { advisory_id?: number | undefined; group_id?: number | undefined },
) {
  if (named.group_id !== undefined) {
    const { party, topic } = await enterTopic(db, customer, named.group_id)
    return { party, companyId: topic.company_id, orderId: topic.order_id, conversationId: topic.id }
  }
  const order = await enterOrder(db, customer, named.advisory_id ?? 0)
  return { ...order, conversationId: null }
}

async function partyOf(db: Database, customer: Customer, fileId: number): Promise<Party> {
  const { company_id } = await findFile(db, KIND, readerOf(customer), fileId)
  return company_id === customer.company_id ? { side: 'company', person: customer } : readerOf(customer)
}

function readerOf(customer: Customer): Party {
  return { side: customer.role, person: customer }
}

function toAttachment(row: FileRow): Attachment {
  return { ...toChatFile(row), group_id: row.conversation_id ?? 0 }
}
