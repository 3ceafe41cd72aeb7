import {
  listCorrections,
  sendCorrection,
  settleCorrection,
} from '../../src/lib/contract/policies/correction.ts'
import { pageOfCorrections, readCorrection, report, settle } from '../corrections/corrections.ts'
import { route } from '../http/route.ts'
import type { App } from '../http/types.ts'

export function addCorrectionRoutes(app: App): void {
  route(app, sendCorrection, async ({ body, session, services: { db, catalogue, now } }) => ({
    data: await report(db, session.customer, body, { catalogue: await catalogue(), nowMs: now() }),
  }))

  route(app, listCorrections, async ({ query, services }) => ({
    result: await pageOfCorrections(services.db, query),
  }))

  route(app, settleCorrection, async ({ params, body, services: { db, now } }) => {
    await settle(db, params.id, body, now())
    return { data: await readCorrection(db, params.id) }
  })
}
