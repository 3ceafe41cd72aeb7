/**
 * How often a call is answered (behaviour B4.9): token buckets in this process's memory. With several processes each
 * counts for itself, so that somebody may do so many times as much; what must be exact is counted in the database, in
 * its room.
 */
import { type Call, changesState, rateOf } from '../../src/lib/contract/call.ts'
import { CODES } from '../../src/lib/contract/envelope.ts'
import { clientAddress } from './client.ts'
import { Refusal } from './refusal.ts'
import type { AppContext } from './types.ts'

/** An office or a mobile network has one address for many people who are logged in. */
const PEOPLE_AT_AN_ADDRESS = 20
/** For who is logged in, and where they ask; or for the address alone. @throws Refusal 429 with `retry_after` in seconds */
export function limitRate(context: AppContext, call: Call): void {
  const rate = rateOf(call)
  if (!rate) return
  // `context.var` would make an object of all that is set, at every request.
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
