import { endOtherSessions, listSessions } from '../../src/lib/contract/account/own-session.ts'
import { route } from '../http/route.ts'
import type { App } from '../http/types.ts'
import { endOthers, sessionsOf } from '../sessions/own-sessions.ts'

export function addOwnSessionRoutes(app: App): void {
  route(app, listSessions, async ({ session, services: { db, now } }) => ({
    result: { items: await sessionsOf(db, session, now()) },
  }))

  route(app, endOtherSessions, async ({ session, services: { db } }) => ({
    ended: await endOthers(db, session),
  }))
}
