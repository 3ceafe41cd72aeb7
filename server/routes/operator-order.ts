import {
  getSubmittedOrder,
  listSubmittedOrders,
  moveOrder,
  takeOrder,
} from '../../src/lib/contract/operator/order.ts'
import { ORDER_KINDS } from '../../src/lib/rules/orders/order-states.ts'
import { route } from '../http/route.ts'
import type { App } from '../http/types.ts'
import { decide, take } from '../orders/decide.ts'
import { findSubmitted, pageOfSubmitted, toSubmitted } from '../orders/submitted-orders.ts'

export function addOperatorOrderRoutes(app: App): void {
  route(app, listSubmittedOrders, async ({ query: { kind, ...query }, services }) => ({
    result: await pageOfSubmitted(services.db, { ...query, kinds: kind ? [kind] : ORDER_KINDS }),
  }))

  route(app, getSubmittedOrder, async ({ params, services: { db } }) =>
    toSubmitted(db, await findSubmitted(db, params.id, ORDER_KINDS)),
  )

  route(app, takeOrder, async ({ params, session, services }) => {
    const { db } = services
    await take(services, session.customer, await findSubmitted(db, params.id, ORDER_KINDS))
    return toSubmitted(db, await findSubmitted(db, params.id, ORDER_KINDS))
  })

  route(app, moveOrder, async ({ params, body, session, services }) => {
    const { db } = services
    await decide(services, session.customer, await findSubmitted(db, params.id, ORDER_KINDS), body)
    return toSubmitted(db, await findSubmitted(db, params.id, ORDER_KINDS))
  })
}
