/** How often codes may be sent (behaviour B5.2). Known browsers and addresses have caps of their own (B5.4). */
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
  same: readonly ('phone' | 'known' | keyof Networks)[]
  /** Counts only sends outside known browsers, which have a reserve. */
  isOfOthers?: true
  sends: number
  windowMs: number
}

/** Between processes; a send later than that is from before the clock was set back, and does not count. */
const CLOCKS_APART_MS = MINUTE_MS
const RESEND_MS = SMS_RESEND_SECONDS * 1000

/** The longest windows first: the first full cap determines the waiting time. */
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

/** Counts the minute for each address: otherwise one stranger could keep all others from asking. */
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

/** Returns milliseconds until every full cap has room again; 0 if none is full. Holds only behind the gate of sends. */
export async function waitForCode(db: Database, sender: Sender, nowMs: number): Promise<number> {
  // One after the other: a transaction has one connection.
  for (const cap of capsFor(sender)) {
    if (cap.same.some((column) => sender[column] === null)) continue
    const blocking = await blockingSend(db, cap, sender, nowMs)
    if (blocking) return blocking.sent_at + cap.windowMs - nowMs
  }
  return 0
}

/** A cap of n is full when the n-th newest send is still inside the window, and frees when that one leaves it. */
function blockingSend(db: Database, cap: Cap, sender: Sender, nowMs: number) {
  let counted = db
    .selectFrom('sms_sends')
    .select('sent_at')
    .where('sent_at', '>', nowMs - cap.windowMs)
    .where('sent_at', '<=', nowMs + CLOCKS_APART_MS)
  for (const column of cap.same) counted = counted.where(column, '=', sender[column])
  if (cap.isOfOthers) counted = counted.where('known', '<', 2)
  return counted
    .orderBy('sent_at', 'desc')
    .offset(cap.sends - 1)
    .limit(1)
    .executeTakeFirst()
}

/** Counts one send, forgets those that no window reaches, and returns the new row's id. Call it behind the gate. */
export async function recordSend(
  db: Database,
  { phone, address, net_48, net_32, known }: Sender,
  nowMs: number,
): Promise<number> {
  await forgetSends(db, nowMs)
  const { id } = await db
    .insertInto('sms_sends')
    .values({ phone, address, net_48, net_32, known, sent_at: nowMs })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
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
