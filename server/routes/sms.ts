import { CODES } from '../../src/lib/contract/envelope.ts'
import {
  SMS_CODE_TTL_SECONDS,
  SMS_RESEND_SECONDS,
  SMS_TOO_OFTEN,
  sendSms,
} from '../../src/lib/contract/sms.ts'
import { passGate } from '../db/settings.ts'
import { clientAddress } from '../http/client.ts'
import { Refusal } from '../http/refusal.ts'
import { route } from '../http/route.ts'
import type { App } from '../http/types.ts'
import { makeCode, storeCode } from '../sms/codes.ts'
import { recordSend, waitBeforeSending } from '../sms/limits.ts'

export function addSmsRoutes(app: App): void {
  route(app, sendSms, async ({ body: { phone }, services: { db, sms, now }, context }) => {
    const sender = { phone, address: clientAddress(context) }
    const code = makeCode()
    const waitMs = await db.transaction().execute(async (transaction) => {
      await passGate(transaction, 'sms_gate')
      const wait = await waitBeforeSending(transaction, sender, now())
      if (wait > 0) return wait
      await recordSend(transaction, sender, now())
      await storeCode(transaction, phone, code, now())
      return 0
    })
    if (waitMs > 0) {
      throw new Refusal(CODES.tooOften, SMS_TOO_OFTEN, { retry_after: Math.ceil(waitMs / 1000) })
    }
    await sms.send(phone, code)
    return { data: { expires_in: SMS_CODE_TTL_SECONDS, retry_after: SMS_RESEND_SECONDS } }
  })
}
