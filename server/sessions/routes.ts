import { endOtherSessions, listSessions } from '../../src/lib/contract/account/own-session.ts'
import { type Mount, route } from '../http/route.ts'
import { noteEvent } from '../security-log/note-event.ts'
import { endOthers, sessionsOf } from './own-sessions.ts'

export const sessionRoutes: Mount[] = [
  route(listSessions, async ({ session, services: { db, now } }) => ({
    result: { items: await sessionsOf(db, session, now()) },
  })),

  route(endOtherSessions, async ({ session, services: { db }, context }) => {
    const ended = await endOthers(db, session)
    if (ended > 0) noteEvent(context, 'session-ended', { note: `${ended} 处` })
    return { ended }
  }),
]
