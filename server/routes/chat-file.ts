import type { Customer } from '../../src/lib/contract/account/customer.ts'
import {
  addChatFile,
  changeChatFile,
  deleteChatFile,
  listChatFiles,
  remarkChatFile,
} from '../../src/lib/contract/chat/chat-file.ts'
import { pageOfChatFiles, toChatFile } from '../chat/file-rows.ts'
import { addFile, changeRemark, removeFile, replaceFile } from '../chat/files.ts'
import { orderOf } from '../chat/order-of.ts'
import type { Party } from '../chat/party.ts'
import { route } from '../http/route.ts'
import type { App } from '../http/types.ts'

export function addChatFileRoutes(app: App): void {
  route(app, listChatFiles, async ({ query, session, services }) => ({
    result: await pageOfChatFiles(services.db, session.customer.company_id, query.page),
  }))

  route(app, addChatFile, async ({ body, session: { customer }, services }) => {
    const companyId = customer.company_id
    const orderId = await orderOf(services.db, companyId, body.advisory_id)
    const place = { kind: 'chat_file', companyId, orderId, conversationId: null } as const
    return { data: toChatFile(await addFile(services, partyOf(customer), place, body)) }
  })

  route(app, changeChatFile, async ({ params, body, session: { customer }, services }) => {
    const orderId = await orderOf(services.db, customer.company_id, body.advisory_id)
    const change = { ...body, orderId }
    return {
      data: toChatFile(await replaceFile(services, partyOf(customer), 'chat_file', params.id, change)),
    }
  })

  route(app, remarkChatFile, async ({ params, body, session, services }) => {
    const party = partyOf(session.customer)
    return { data: toChatFile(await changeRemark(services, party, 'chat_file', params.id, body.remark)) }
  })

  route(app, deleteChatFile, async ({ params, session, services }) => {
    await removeFile(services, partyOf(session.customer), 'chat_file', params.id)
    return {}
  })
}

function partyOf(person: Customer): Party {
  return { side: 'company', person }
}
