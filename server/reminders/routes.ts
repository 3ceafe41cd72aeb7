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
  route(readReminders, async ({ session, services: { db, sms } }) => ({
    settings: { ...(await readSettings(db, session.customer)), sms_available: sms.remind !== undefined },
  })),

  route(changeReminders, async ({ body, session, services: { db, sms, now } }) => {
    const sms_available = sms.remind !== undefined
    if (body.sms && !sms_available) throw new Refusal(CODES.conflict, '本站暂未开通短信提醒')
    const settings = await db.transaction().execute(async (transaction) => {
      await writeSettings(transaction, session.customer, body, now())
      return readSettings(transaction, session.customer)
    })
    return { settings: { ...settings, sms_available } }
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
