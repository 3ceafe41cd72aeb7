import { decideAdditional, listSubmittedAdditional } from '../../src/lib/contract/operator/additional.ts'
import { ADDITIONAL_KINDS } from '../../src/lib/contract/orders/additional.ts'
import { route } from '../http/route.ts'
import type { App } from '../http/types.ts'
import { decide } from '../orders/decide.ts'
import { findSubmitted, pageOfSubmitted, toSubmitted } from '../orders/submitted-orders.ts'

const STATES = { approve: 'approved', refuse: 'rejected', more: 'more-needed' } as const

export function addOperatorAdditionalRoutes(app: App): void {
  route(app, listSubmittedAdditional, async ({ query: { kind, ...query }, services }) => ({
    result: await pageOfSubmitted(services.db, { ...query, kinds: kind ? [kind] : ADDITIONAL_KINDS }),
  }))

  route(app, decideAdditional, async ({ params, body: { action, note }, session, services }) => {
    const { db } = services
    const order = await findSubmitted(db, params.id, ADDITIONAL_KINDS)
    await decide(services, session.customer, order, { state: STATES[action], note })
    return toSubmitted(db, await findSubmitted(db, params.id, ADDITIONAL_KINDS))
  })
}
