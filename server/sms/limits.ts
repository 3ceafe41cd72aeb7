/** How often codes may be sent (behaviour B5.2): sliding windows over the sends of the last day. */
import {
  SMS_GLOBAL_HOURLY,
  SMS_PER_ADDRESS_HOURLY,
  SMS_PER_PHONE_DAILY,
  SMS_PER_PHONE_HOURLY,
  SMS_RESEND_SECONDS,
} from '../../src/lib/contract/account/sms.ts'
import { DAY_MS, HOUR_MS } from '../../src/lib/rules/time/durations.ts'
import type { Database } from '../db/schema.ts'

interface Cap {
  of: 'phone' | 'address' | 'everybody'
  sends: number
  windowMs: number
}

const CAPS: readonly Cap[] = [
  { of: 'phone', sends: 1, windowMs: SMS_RESEND_SECONDS * 1000 },
  { of: 'phone', sends: SMS_PER_PHONE_HOURLY, windowMs: HOUR_MS },
  { of: 'phone', sends: SMS_PER_PHONE_DAILY, windowMs: DAY_MS },
  { of: 'address', sends: SMS_PER_ADDRESS_HOURLY, windowMs: HOUR_MS },
  { of: 'everybody', sends: SMS_GLOBAL_HOURLY, windowMs: HOUR_MS },
]

export interface Sender {
  phone: string
  address: string
}

/** Milliseconds until every cap has room again; 0: now. Must run behind the gate that serialises sends. */
export async function waitBeforeSending(db: Database, sender: Sender, nowMs: number): Promise<number> {
  let longest = 0
  // One after the other: a transaction has one connection.
  for (const cap of CAPS) longest = Math.max(longest, await waitFor(db, cap, sender, nowMs))
  return longest
}

/** A cap of n is full when the n-th newest send is still inside the window, and frees when that one leaves it. */
async function waitFor(db: Database, cap: Cap, sender: Sender, nowMs: number): Promise<number> {
  let sends = db
    .selectFrom('sms_sends')
    .select('sent_at')
    .where('sent_at', '>', nowMs - cap.windowMs)
  if (cap.of !== 'everybody') sends = sends.where(cap.of, '=', sender[cap.of])
  const blocking = await sends
    .orderBy('sent_at', 'desc')
    .offset(cap.sends - 1)
    .limit(1)
    .executeTakeFirst()
  return blocking ? blocking.sent_at + cap.windowMs - nowMs : 0
}

/** Counts one send and forgets those that no window reaches. Must run behind the gate. The row's id comes back. */
export async function recordSend(db: Database, sender: Sender, nowMs: number): Promise<number> {
  await forgetSends(db, nowMs)
  const { id } = await db
    .insertInto('sms_sends')
    .values({ ...sender, sent_at: nowMs })
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
