import { changeOrder, createOrder, getOrder, listOrders } from '../../src/lib/contract/orders/order.ts'
import { route } from '../http/route.ts'
import type { App } from '../http/types.ts'
import { changeOwnOrder } from '../orders/change-order.ts'
import { createApplication, warnOfDrafts } from '../orders/create-application.ts'
import { pageOfOrders } from '../orders/order-lists.ts'
import { findOwnOrder, noOrder, toOrder } from '../orders/order-rows.ts'

export function addOrderRoutes(app: App): void {
  route(app, listOrders, async ({ params, query, session, services }) => {
    refuseForeign(params.companyId, session.customer)
    return { result: await pageOfOrders(services, params.companyId, query) }
  })

  route(app, getOrder, async ({ params, session, services: { db } }) => {
    refuseForeign(params.companyId, session.customer)
    return { order: await toOrder(db, await findOwnOrder(db, params.companyId, params.orderId)) }
  })

  route(app, createOrder, async ({ params, body, session, services }) => {
    refuseForeign(params.companyId, session.customer)
    const { db } = services
    const id = await createApplication(services, session.customer, body)
    const row = await findOwnOrder(db, params.companyId, id)
    return { order: await toOrder(db, row), warning: await warnOfDrafts(db, row) }
  })

  route(app, changeOrder, async ({ params, body, session, services }) => {
    refuseForeign(params.companyId, session.customer)
    const { db } = services
    await changeOwnOrder(services, session.customer, params.orderId, body)
    return { order: await toOrder(db, await findOwnOrder(db, params.companyId, params.orderId)) }
  })
}

/** Another company's orders look like none. */
function refuseForeign(companyId: number, { company_id }: { company_id: number }): void {
  if (companyId !== company_id) throw noOrder()
}
