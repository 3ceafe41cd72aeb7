import { PROOF_FAILED, prove } from '../../src/lib/contract/account/proof.ts'
import {
  SMS_CODE_TTL_SECONDS,
  SMS_RESEND_SECONDS,
  SMS_TOO_OFTEN,
  sendSms,
} from '../../src/lib/contract/account/sms.ts'
import type { AnswerOf } from '../../src/lib/contract/call.ts'
import { CODES } from '../../src/lib/contract/envelope.ts'
import type { Database } from '../db/schema.ts'
import { passGate } from '../db/settings.ts'
import { GatewayError } from '../http/ask-json.ts'
import { clientNetworks } from '../http/client.ts'
import { Refusal } from '../http/refusal.ts'
import { type Mount, route } from '../http/route.ts'
import type { AppContext } from '../http/types.ts'
import { noteEvent } from '../security-log/note-event.ts'
import { browserHash, nameBrowser, whoAsks } from '../sessions/known-browsers.ts'
import { markProved, type Session } from '../sessions/sessions.ts'
import { makeCode, matchesCode, storeCode, takeCode } from './codes.ts'
import { recordSend, type Sender, takeBackSend, waitForCode } from './limits.ts'

/** Aliyun's own cap for a phone, on all that it got from the same account. */
const SENT_TOO_OFTEN = 'isv.BUSINESS_LIMIT_CONTROL'

export const smsRoutes: Mount[] = [
  route(sendSms, async ({ body: { phone }, services: { db }, context }) => {
    const networks = clientNetworks(context)
    const place = { browserHash: browserHash(context), address: networks.address }
    const sender = { phone, ...networks, ...(await whoAsks(db, phone, place)) }
    return sendCode(context, sender)
  }),

  route(prove, async ({ body: { captcha }, session, services: { db, now }, context }) => {
    const phone = await phoneOf(db, session)
    // A logged-in person is known here, even without the browser's id.
    if (captcha === undefined)
      return sendCode(context, { phone, ...clientNetworks(context), known: 2, hasAccount: true })
    const challenged = { browserHash: browserHash(context) ?? '', phone }
    const isRight =
      (await matchesCode(db, challenged, captcha, now())) && (await takeCode(db, challenged, captcha))
    if (!isRight) {
      noteEvent(context, 'login-failed', { phone })
      throw new Refusal(CODES.invalid, PROOF_FAILED)
    }
    await markProved(db, session.tokenHash, now())
    noteEvent(context, 'proved')
    return {}
  }),
]

/** Sends a code to the phone. @throws Refusal 429 */
async function sendCode(context: AppContext, sender: Sender): Promise<AnswerOf<typeof sendSms>> {
  const { db, sms, now } = context.get('services')
  const { phone, address } = sender
  // Before the gate, so that refused requests keep no one waiting there.
  const waitMs = await waitForCode(db, sender, now())
  if (waitMs > 0) throw overLimit(context, phone, waitMs)

  const code = makeCode()
  const outcome = await db.transaction().execute(async (transaction) => {
    await passGate(transaction, 'sms_gate')
    const waitMs = await waitForCode(transaction, sender, now())
    if (waitMs > 0) return { waitMs }
    const sendId = await recordSend(transaction, sender, now())
    const challenged = { browserHash: nameBrowser(context), phone, address }
    await storeCode(transaction, challenged, code, now())
    return { sendId }
  })
  if ('waitMs' in outcome) throw overLimit(context, phone, outcome.waitMs)
  await sms.send(phone, code).catch(async (error: unknown) => {
    noteEvent(context, 'sms-refused', { phone, note: whyNotSent(error) })
    // After any other failure the message may have left.
    if (!(error instanceof GatewayError) || error.kind !== 'refused') throw error
    if (error.code === SENT_TOO_OFTEN) throw tooOften(SMS_RESEND_SECONDS)
    await takeBackSend(db, outcome.sendId)
    throw error
  })
  return { data: { expires_in: SMS_CODE_TTL_SECONDS, retry_after: SMS_RESEND_SECONDS } }
}

function overLimit(context: AppContext, phone: string, waitMs: number): Refusal {
  noteEvent(context, 'sms-refused', { phone, note: '超过限额' })
  return tooOften(Math.ceil(waitMs / 1000))
}

function whyNotSent(error: unknown): string {
  if (!(error instanceof GatewayError)) return '网关出错'
  return error.kind === 'refused' ? `网关拒绝（${error.code}）` : `网关没有应答（${error.code}）`
}

function tooOften(seconds: number): Refusal {
  return new Refusal(CODES.tooOften, SMS_TOO_OFTEN, { retry_after: seconds })
}

async function phoneOf(db: Database, { customer }: Session): Promise<string> {
  const { phone } = await db
    .selectFrom('customers')
    .select('phone')
    .where('id', '=', customer.id)
    .executeTakeFirstOrThrow()
  return phone
}
