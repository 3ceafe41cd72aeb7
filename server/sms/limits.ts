/**
 * How often codes may be sent (behaviour B5.2): sliding windows over the sends of the last day. Who asks where the phone
 * has logged in before has caps of its own, so that strangers cannot use them up (B5.4).
 */
import {
  SMS_GLOBAL_HOURLY,
  SMS_KEPT_FOR_ACCOUNTS,
  SMS_KEPT_FOR_BROWSERS,
  SMS_KEPT_FOR_KNOWN,
  SMS_PER_ADDRESS_HOURLY,
  SMS_PER_NET_32_HOURLY,
  SMS_PER_NET_48_HOURLY,
  SMS_PER_PHONE_DAILY,
  SMS_PER_PHONE_HOURLY,
  SMS_PER_PHONE_KEPT,
  SMS_PER_PHONE_KEPT_FOR_BROWSERS,
  SMS_PER_STRANGER_DAILY,
  SMS_RESEND_SECONDS,
  SMS_TRIES_PER_ADDRESS,
} from '../../src/lib/contract/account/sms.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/lib/rules/time/durations.ts'
import type { Database } from '../db/schema.ts'
import type { Networks } from '../http/client.ts'
import type { Known } from '../sessions/known-browsers.ts'

export interface Sender extends Networks {
  phone: string
  known: Known
  hasAccount: boolean
}

interface Cap {
  /** What the sends that it counts have in common with the present one. */
  same: readonly ('phone' | 'known' | keyof Networks)[]
  /** What is kept for known browsers is not for the others together. */
  isOfOthers?: true
  sends: number
  windowMs: number
}

/** Of processes; what was sent later than that was sent before the clock was set back, and does not count. */
const CLOCKS_APART_MS = MINUTE_MS
const RESEND_MS = SMS_RESEND_SECONDS * 1000

/** The longest windows first: the first cap that is full says how long to wait. */
const OWN_CAPS: readonly Cap[] = [
  { same: ['phone'], sends: SMS_PER_PHONE_DAILY, windowMs: DAY_MS },
  { same: ['phone', 'known'], sends: SMS_PER_PHONE_HOURLY, windowMs: HOUR_MS },
  { same: ['phone', 'known'], sends: 1, windowMs: RESEND_MS },
]

const OTHERS_CAP: Cap = {
  same: ['phone'],
  isOfOthers: true,
  sends: SMS_PER_PHONE_DAILY - SMS_PER_PHONE_KEPT_FOR_BROWSERS,
  windowMs: DAY_MS,
}

/** The minute is counted for each address: else one stranger could keep everybody else from asking, minute by minute. */
const STRANGER_CAPS: readonly Cap[] = [
  OTHERS_CAP,
  { same: ['phone', 'known'], sends: SMS_PER_PHONE_DAILY - SMS_PER_PHONE_KEPT, windowMs: DAY_MS },
  { same: ['phone', 'address'], sends: SMS_PER_STRANGER_DAILY, windowMs: DAY_MS },
  { same: ['net_32'], sends: SMS_PER_NET_32_HOURLY, windowMs: HOUR_MS },
  { same: ['net_48'], sends: SMS_PER_NET_48_HOURLY, windowMs: HOUR_MS },
  { same: ['address'], sends: SMS_PER_ADDRESS_HOURLY, windowMs: HOUR_MS },
  { same: ['phone', 'address'], sends: 1, windowMs: RESEND_MS },
]

function capsFor({ known, hasAccount }: Sender): readonly Cap[] {
  const ofEverybody = (kept: number): Cap => ({
    same: [],
    sends: SMS_GLOBAL_HOURLY - kept,
    windowMs: HOUR_MS,
  })
  if (known === 2) return [...OWN_CAPS, ofEverybody(0)]
  if (known === 1) return [OTHERS_CAP, ...OWN_CAPS, ofEverybody(SMS_KEPT_FOR_BROWSERS)]
  return [...STRANGER_CAPS, ofEverybody(SMS_KEPT_FOR_KNOWN + (hasAccount ? 0 : SMS_KEPT_FOR_ACCOUNTS))]
}

export interface Pressure {
  /** Milliseconds until a cap that is full has room again; 0: none is. */
  waitMs: number
  /** How full the fullest cap is, from 0 to 1; in a known browser it is 0. */
  share: number
}

/** What is decided by it holds only behind the gate that serialises sends. */
export async function pressureOn(db: Database, sender: Sender, nowMs: number): Promise<Pressure> {
  let share = 0
  // One after the other: a transaction has one connection.
  for (const cap of capsFor(sender)) {
    if (cap.same.some((column) => sender[column] === null)) continue
    const { sent, full } = await sentOf(db, cap, sender, nowMs)
    if (full !== undefined) return { waitMs: full + cap.windowMs - nowMs, share: 1 }
    if (cap.sends > 1) share = Math.max(share, sent / cap.sends)
  }
  if (sender.known === 2) return { waitMs: 0, share: 0 }
  return { waitMs: 0, share: Math.max(share, await shareOfTries(db, sender, nowMs)) }
}

/** A cap of n is full when the n-th newest send is still inside the window, and frees when that one leaves it. */
async function sentOf(db: Database, cap: Cap, sender: Sender, nowMs: number) {
  let counted = db
    .selectFrom('sms_sends')
    .where('sent_at', '>', nowMs - cap.windowMs)
    .where('sent_at', '<=', nowMs + CLOCKS_APART_MS)
  for (const column of cap.same) counted = counted.where(column, '=', sender[column])
  if (cap.isOfOthers) counted = counted.where('known', '<', 2)
  const { sent } = await counted
    .select((row) => row.fn.countAll<number>().as('sent'))
    .executeTakeFirstOrThrow()
  if (sent < cap.sends) return { sent, full: undefined }
  const blocking = await counted
    .select('sent_at')
    .orderBy('sent_at', 'desc')
    .offset(cap.sends - 1)
    .limit(1)
    .executeTakeFirst()
  return { sent, full: blocking?.sent_at }
}

async function shareOfTries(db: Database, { address }: Sender, nowMs: number): Promise<number> {
  const { tries } = await db
    .selectFrom('sms_codes')
    .select((row) => row.fn.sum<number | null>('tries').as('tries'))
    .where('address', '=', address)
    .where('expires_at', '>', nowMs)
    .executeTakeFirstOrThrow()
  return Number(tries ?? 0) / SMS_TRIES_PER_ADDRESS
}

/** Counts one send and forgets those that no window reaches. Must run behind the gate. The row's id comes back. */
export async function recordSend(
  db: Database,
  { phone, address, net_48, net_32, known }: Sender,
  puzzle: string | null,
  nowMs: number,
): Promise<number> {
  await forgetSends(db, nowMs)
  const { id } = await db
    .insertInto('sms_sends')
    .values({ phone, address, net_48, net_32, known, puzzle, sent_at: nowMs })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Whether a code was sent for this puzzle already. */
export async function wasUsed(db: Database, puzzle: string): Promise<boolean> {
  const send = await db.selectFrom('sms_sends').select('id').where('puzzle', '=', puzzle).executeTakeFirst()
  return send !== undefined
}

/** A message that never left does not count: the person may ask again at once. */
export async function takeBackSend(db: Database, id: number): Promise<void> {
  await db.deleteFrom('sms_sends').where('id', '=', id).execute()
}

/** Must run behind the gate: two that delete the same rows could wait for each other. */
export async function forgetSends(db: Database, nowMs: number): Promise<void> {
  await db
    .deleteFrom('sms_sends')
    .where('sent_at', '<=', nowMs - DAY_MS)
    .execute()
}
