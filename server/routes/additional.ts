import { addAdditional, listAdditional } from '../../src/lib/contract/orders/additional.ts'
import { route } from '../http/route.ts'
import type { App } from '../http/types.ts'
import { submitAgain, submitNew } from '../orders/additional.ts'
import { pageOfAdditional } from '../orders/order-lists.ts'
import { findOwnOrder, toOrder } from '../orders/order-rows.ts'

export function addAdditionalRoutes(app: App): void {
  route(app, listAdditional, async ({ query, session, services }) => ({
    result: await pageOfAdditional(services.db, session.customer.company_id, query),
  }))

  route(app, addAdditional, async ({ body, session, services }) => {
    const { customer } = session
    if (body.poid !== undefined) await submitAgain(services, customer, body.poid, body)
    const id = body.poid ?? (await submitNew(services, customer, body))
    return { data: await toOrder(services.db, await findOwnOrder(services.db, customer.company_id, id)) }
  })
}
