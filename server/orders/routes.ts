import type { ParamsOf, QueryOf } from '../../src/lib/contract/call.ts'
import { changeAdditional, listSubmittedAdditional } from '../../src/lib/contract/operator/additional.ts'
import {
  changeSubmittedOrder,
  getSubmittedOrder,
  listSubmittedOrders,
} from '../../src/lib/contract/operator/order.ts'
import { ADDITIONAL_KINDS, addAdditional, listAdditional } from '../../src/lib/contract/orders/additional.ts'
import { deleteFormDraft, readFormDraft, saveFormDraft } from '../../src/lib/contract/orders/form-draft.ts'
import { changeOrder, createOrder, getOrder, listOrders } from '../../src/lib/contract/orders/order.ts'
import {
  addServiceFile,
  deleteServiceFile,
  replaceServiceFile,
  resubmitServiceFile,
} from '../../src/lib/contract/orders/service-file.ts'
import { ORDER_KINDS } from '../../src/lib/rules/orders/order-states.ts'
import type { Database } from '../db/schema.ts'
import { type Mount, route } from '../http/route.ts'
import type { Services } from '../http/types.ts'
import { setPublication } from '../providers/publication.ts'
import type { Session } from '../sessions/sessions.ts'
import { submitAgain, submitNew } from './additional.ts'
import { changeOwnOrder } from './change-order.ts'
import { createApplication, warnOfDrafts } from './create-application.ts'
import { assignOrder, decide, take } from './decide.ts'
import { deleteDraft, findDraft, saveDraft } from './form-drafts.ts'
import { findOwnOrder, noOrder, pageOfAdditional, pageOfOrders, toOrder } from './order-rows.ts'
import { addFile, deleteFile, replaceFile } from './service-files.ts'
import { findSubmitted, pageOfSubmitted, toSubmitted } from './submitted-orders.ts'

const STATES = { approve: 'approved', refuse: 'rejected', more: 'more-needed' } as const

export const orderRoutes: Mount[] = [
  route(listOrders, async ({ params, query, session, services }) => {
    refuseForeign(params.companyId, session.customer)
    return { result: await pageOfOrders(services, params.companyId, query) }
  }),

  route(getOrder, async ({ params, session, services: { db } }) => {
    refuseForeign(params.companyId, session.customer)
    return { order: await readOwn(db, params) }
  }),

  route(createOrder, async ({ params, body, session, services }) => {
    refuseForeign(params.companyId, session.customer)
    const { db } = services
    const id = await createApplication(services, session.customer, body)
    const row = await findOwnOrder(db, params.companyId, id)
    return { order: await toOrder(db, row), warning: await warnOfDrafts(db, row) }
  }),

  route(changeOrder, async ({ params, body, session, services }) => {
    refuseForeign(params.companyId, session.customer)
    await changeOwnOrder(services, session.customer, params.orderId, body)
    return { order: await readOwn(services.db, params) }
  }),

  route(listAdditional, async ({ query, session, services }) => ({
    result: await pageOfAdditional(services.db, session.customer.company_id, query),
  })),

  route(addAdditional, async ({ body, session, services }) => {
    const { customer } = session
    if (body.poid !== undefined) await submitAgain(services, customer, body.poid, body)
    const id = body.poid ?? (await submitNew(services, customer, body))
    return { data: await readOwn(services.db, { companyId: customer.company_id, orderId: id }) }
  }),

  route(addServiceFile, async ({ body: { order_id, ...file }, session, services }) => ({
    file: await addFile(services, session.customer, order_id, file),
  })),

  route(replaceServiceFile, async ({ params, body, session, services }) => ({
    file: await replaceFile(services, session.customer, params.id, body, false),
  })),

  route(resubmitServiceFile, async ({ params, body, session, services }) => ({
    file: await replaceFile(services, session.customer, params.id, body, true),
  })),

  route(deleteServiceFile, async ({ params, session, services }) => {
    await deleteFile(services, session.customer, params.id)
    return {}
  }),

  route(listSubmittedOrders, async ({ query: { kind, ...query }, session, services }) => ({
    result: await pageOfSubmitted(readerOf(session, services), {
      ...query,
      kinds: kind ? [kind] : ORDER_KINDS,
    }),
  })),

  route(getSubmittedOrder, ({ params, services }) => readSubmitted(services, params.id)),

  route(changeSubmittedOrder, async ({ params, body, session: { customer }, services }) => {
    const order = await findSubmitted(services.db, params.id, ORDER_KINDS)
    if (body.act === 'take') await take(services, customer, order)
    else if (body.act === 'move') await decide(services, customer, order, body)
    else await assignOrder(services, customer, order, body)
    return readSubmitted(services, params.id)
  }),

  route(listSubmittedAdditional, async ({ query: { kind, ...query }, session, services }) => ({
    result: await pageOfSubmitted(readerOf(session, services), {
      ...query,
      kinds: kind ? [kind] : ADDITIONAL_KINDS,
    }),
  })),

  route(changeAdditional, async ({ params, body: { action, note }, session: { customer }, services }) => {
    const order = await findSubmitted(services.db, params.id, ADDITIONAL_KINDS)
    if (action === 'show' || action === 'hide') {
      await setPublication(services, customer, order, { shown: action === 'show', note })
    } else await decide(services, customer, order, { state: STATES[action], note })
    return readSubmitted(services, params.id)
  }),

  route(readFormDraft, async ({ params, query, session, services }) => ({
    draft: await findDraft(services.db, draftOf(session, params, query)),
  })),

  route(saveFormDraft, async ({ params, query, body, session, services }) => ({
    draft: await saveDraft(services, draftOf(session, params, query), body),
  })),

  route(deleteFormDraft, async ({ params, query, session, services }) => {
    await deleteDraft(services.db, draftOf(session, params, query))
    return {}
  }),
]

async function readOwn(db: Database, { companyId, orderId }: { companyId: number; orderId: number }) {
  return toOrder(db, await findOwnOrder(db, companyId, orderId))
}

async function readSubmitted({ db }: Services, id: number) {
  return toSubmitted(db, await findSubmitted(db, id, ORDER_KINDS))
}

function readerOf(session: Session, { db }: Services) {
  return { db, operatorId: session.customer.id }
}

function draftOf(
  { customer }: Session,
  { kind }: ParamsOf<typeof readFormDraft>,
  { poid }: QueryOf<typeof readFormDraft>,
) {
  return { companyId: customer.company_id, kind, poid }
}

function refuseForeign(companyId: number, { company_id }: { company_id: number }): void {
  if (companyId !== company_id) throw noOrder()
}
