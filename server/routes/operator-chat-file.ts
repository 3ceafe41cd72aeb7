import type { Customer } from '../../src/lib/contract/account/customer.ts'
import {
  addFeedbackFile,
  changeFeedbackFile,
  deleteFeedbackFile,
  listFeedbackFiles,
} from '../../src/lib/contract/operator/chat-file.ts'
import { findConversation } from '../chat/conversation-by-id.ts'
import { findFile, pageOfChatFiles, toChatFile } from '../chat/file-rows.ts'
import { addFile, removeFile, replaceFile } from '../chat/files.ts'
import { orderOf } from '../chat/order-of.ts'
import type { Party } from '../chat/party.ts'
import { route } from '../http/route.ts'
import type { App } from '../http/types.ts'

const KIND = 'chat_file'

export function addOperatorChatFileRoutes(app: App): void {
  route(app, listFeedbackFiles, async ({ params, query, services: { db } }) => {
    const { company_id } = await findConversation(db, params.id)
    return { result: await pageOfChatFiles(db, company_id, query.page) }
  })

  route(app, addFeedbackFile, async ({ params, body, session, services }) => {
    const { company_id: companyId } = await findConversation(services.db, params.id)
    const orderId = await orderOf(services.db, companyId, body.advisory_id)
    const place = { kind: KIND, companyId, orderId, conversationId: null } as const
    return { data: toChatFile(await addFile(services, partyOf(session.customer), place, body)) }
  })

  route(app, changeFeedbackFile, async ({ params, body, session, services }) => {
    const party = partyOf(session.customer)
    const { company_id } = await findFile(services.db, KIND, party, params.id)
    const orderId = await orderOf(services.db, company_id, body.advisory_id)
    return { data: toChatFile(await replaceFile(services, party, KIND, params.id, { ...body, orderId })) }
  })

  route(app, deleteFeedbackFile, async ({ params, session, services }) => {
    await removeFile(services, partyOf(session.customer), KIND, params.id)
    return {}
  })
}

function partyOf(person: Customer): Party {
  return { side: 'operator', person }
}
