import { endOneSession, endOtherSessions, listSessions } from '../../src/lib/contract/account/own-session.ts'
import { CODES } from '../../src/lib/contract/envelope.ts'
import { Refusal } from '../http/refusal.ts'
import { type Mount, route } from '../http/route.ts'
import { noteEvent } from '../security-log/note-event.ts'
import { endOne, endOthers, sessionsOf } from './own-sessions.ts'

export const sessionRoutes: Mount[] = [
  route(listSessions, async ({ session, services: { db, now } }) => ({
    result: { items: await sessionsOf(db, session, now()) },
  })),

  route(endOtherSessions, async ({ session, services: { db }, context }) => {
    const ended = await endOthers(db, session)
    if (ended > 0) noteEvent(context, 'session-ended', { note: `${ended} 处` })
    return { ended }
  }),

  route(endOneSession, async ({ params, session, services: { db }, context }) => {
    if (!(await endOne(db, session, params.id))) throw new Refusal(CODES.none, '该设备已经退出')
    noteEvent(context, 'session-ended', { note: '1 处' })
    return {}
  }),
]
