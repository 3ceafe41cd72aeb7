import { endOtherSessions, listSessions } from '../../src/lib/contract/account/own-session.ts'
import { type Mount, route } from '../http/route.ts'
import { endOthers, sessionsOf } from './own-sessions.ts'

export const sessionRoutes: Mount[] = [
  route(listSessions, async ({ session, services: { db, now } }) => ({
    result: { items: await sessionsOf(db, session, now()) },
  })),

  route(endOtherSessions, async ({ session, services: { db } }) => ({
    ended: await endOthers(db, session),
  })),
]
