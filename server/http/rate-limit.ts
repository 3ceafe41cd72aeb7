/** The rate of calls (behaviour B4.9), counted in this process only; exact counts are in the database, in their rooms. */
import { type Call, changesState, rateOf } from '../../src/lib/contract/call.ts'
import { CODES } from '../../src/lib/contract/envelope.ts'
import { clientAddress } from './client.ts'
import { Refusal } from './refusal.ts'
import type { AppContext } from './types.ts'

/** An office or a mobile network has one address for many logged-in people. */
const PEOPLE_AT_AN_ADDRESS = 20
/** Counts a logged-in person and their address; or the address alone. @throws Refusal 429 with `retry_after` in seconds */
export function limitRate(context: AppContext, call: Call): void {
  const rate = rateOf(call)
  if (!rate) return
  // `context.var` would copy all values into an object at every request.
  const { buckets, now } = context.get('services')
  const person = context.get('person')
  const what = call.rate ? call.summary : changesState(call) ? 'write' : 'read'
  const address = `${what} ${clientAddress(context)}`
  const many = { burst: rate.burst * PEOPLE_AT_AN_ADDRESS, perMinute: rate.perMinute * PEOPLE_AT_AN_ADDRESS }
  const waitMs = person
    ? Math.max(
        buckets.take(`${what} #${person.id}`, rate, now()),
        buckets.take(`${address} people`, many, now()),
      )
    : buckets.take(address, rate, now())
  if (waitMs === 0) return
  throw new Refusal(CODES.tooOften, '操作太频繁，请稍后再试', { retry_after: Math.ceil(waitMs / 1000) })
}
