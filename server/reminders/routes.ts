import {
  changeReminders,
  muteMessage,
  mutePolicy,
  readReminders,
} from '../../src/lib/contract/account/reminder.ts'
import { CODES } from '../../src/lib/contract/envelope.ts'
import { Refusal } from '../http/refusal.ts'
import { type Mount, route } from '../http/route.ts'
import { muteLike, readSettings, setMuted, writeSettings } from './settings.ts'

export const reminderRoutes: Mount[] = [
  route(readReminders, async ({ session, services: { db } }) => ({
    settings: await readSettings(db, session.customer),
  })),

  route(changeReminders, async ({ body, session, services: { db, now } }) => {
    const settings = await db.transaction().execute(async (transaction) => {
      await writeSettings(transaction, session.customer, body, now())
      return readSettings(transaction, session.customer)
    })
    return { settings }
  }),

  route(mutePolicy, async ({ params, body: { muted }, session, services: { db } }) => {
    const found = await setMuted(db, session.customer.company_id, params.id, muted)
    if (!found) throw new Refusal(CODES.none, '您尚未关注这项政策')
    return { muted }
  }),

  route(muteMessage, ({ params, session, services: { db, now } }) =>
    muteLike(db, session.customer, params.id, now()),
  ),
]
