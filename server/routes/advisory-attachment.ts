import type { Customer } from '../../src/lib/contract/account/customer.ts'
import {
  type Attachment,
  addAttachment,
  changeAttachment,
  deleteAttachment,
  downloadAttachment,
  listAttachments,
} from '../../src/lib/contract/chat/advisory-attachment.ts'
import { enterOrder, enterTopic } from '../advisory/access.ts'
import { type FileRow, findFile, pageOfOrderFiles, toChatFile } from '../chat/file-rows.ts'
import { addFile, removeFile, replaceFile } from '../chat/files.ts'
import type { Party } from '../chat/party.ts'
import type { Database } from '../db/schema.ts'
import { route } from '../http/route.ts'
import type { App } from '../http/types.ts'
import { downloadUrl } from '../storage/download-url.ts'

const KIND = 'advisory_attachment'

export function addAdvisoryAttachmentRoutes(app: App): void {
  route(app, addAttachment, async ({ body, session, services }) => {
    const { party, ...place } = await placeOf(services.db, session.customer, body)
    return { data: toAttachment(await addFile(services, party, { kind: KIND, ...place }, body)) }
  })

  route(app, listAttachments, async ({ params, query, session, services: { db } }) => {
    const { orderId } = await enterOrder(db, session.customer, params.id)
    return { result: await pageOfOrderFiles(db, orderId, query.page, toAttachment) }
  })

  route(app, changeAttachment, async ({ params, body, session, services }) => {
    const party = await partyOf(services.db, session.customer, params.id)
    return { data: toAttachment(await replaceFile(services, party, KIND, params.id, body)) }
  })

  route(app, downloadAttachment, async ({ params, session: { customer }, services }) => {
    const file = await findFile(services.db, KIND, readerOf(customer), params.id)
    const names = { filename_local: file.local_name, filename_server: file.key }
    return { download_url: await downloadUrl(services, customer, names, 'documents') }
  })

  route(app, deleteAttachment, async ({ params, session, services }) => {
    await removeFile(services, await partyOf(services.db, session.customer, params.id), KIND, params.id)
    return {}
  })
}

/** Where a new attachment lies: at a topic, or at the order as a whole. */
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

/** @throws Refusal 404 for another company's file as for none */
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
