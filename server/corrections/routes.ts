import {
  listCorrections,
  sendCorrection,
  settleCorrection,
} from '../../src/lib/contract/policies/correction.ts'
import { type Mount, route } from '../http/route.ts'
import { pageOfCorrections, readCorrection, report, settle } from './corrections.ts'

export const correctionRoutes: Mount[] = [
  route(sendCorrection, async ({ body, session, services: { db, catalogue, now } }) => ({
    data: await report(db, session.customer, body, { catalogue: await catalogue(), nowMs: now() }),
  })),

  route(listCorrections, async ({ query, services }) => ({
    result: await pageOfCorrections(services.db, query),
  })),

  route(settleCorrection, async ({ params, body, services: { db, now } }) => {
    await settle(db, params.id, body, now())
    return { data: await readCorrection(db, params.id) }
  }),
]
