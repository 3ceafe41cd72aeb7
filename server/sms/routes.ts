import {
  SMS_CODE_TTL_SECONDS,
  SMS_RESEND_SECONDS,
  SMS_TOO_OFTEN,
  sendSms,
} from '../../src/lib/contract/account/sms.ts'
import { CODES } from '../../src/lib/contract/envelope.ts'
import { passGate } from '../db/settings.ts'
import { clientAddress } from '../http/client.ts'
import { Refusal } from '../http/refusal.ts'
import { type Mount, route } from '../http/route.ts'
import { GatewayError } from '../upstream/gateway-error.ts'
import { makeCode, storeCode } from './codes.ts'
import { recordSend, takeBackSend, waitBeforeSending } from './limits.ts'

/** Aliyun's own cap for a phone, on all that it got from the same account. */
const SENT_TOO_OFTEN = 'isv.BUSINESS_LIMIT_CONTROL'

export const smsRoutes: Mount[] = [
  route(sendSms, async ({ body: { phone }, services: { db, sms, now }, context }) => {
    const sender = { phone, address: clientAddress(context) }
    const code = makeCode()
    const outcome = await db.transaction().execute(async (transaction) => {
      await passGate(transaction, 'sms_gate')
      const waitMs = await waitBeforeSending(transaction, sender, now())
      if (waitMs > 0) return { waitMs }
      const sendId = await recordSend(transaction, sender, now())
      await storeCode(transaction, phone, code, now())
      return { sendId }
    })
    if ('waitMs' in outcome) {
      throw tooOften(Math.ceil(outcome.waitMs / 1000))
    }
    await sms.send(phone, code).catch(async (error: unknown) => {
      // Of any other failure nobody knows whether the message has left.
      if (!(error instanceof GatewayError) || error.kind !== 'refused') throw error
      if (error.code === SENT_TOO_OFTEN) throw tooOften(SMS_RESEND_SECONDS)
      await takeBackSend(db, outcome.sendId)
      throw error
    })
    return { data: { expires_in: SMS_CODE_TTL_SECONDS, retry_after: SMS_RESEND_SECONDS } }
  }),
]

function tooOften(seconds: number): Refusal {
  return new Refusal(CODES.tooOften, SMS_TOO_OFTEN, { retry_after: seconds })
}
