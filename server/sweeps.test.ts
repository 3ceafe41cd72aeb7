import { afterEach, beforeEach, expect, test } from 'vitest'
import { forgetExports } from './company/export.ts'
import { forgetInvitations } from './company/invitations.ts'
import { forgetTries } from './company/join.ts'
import { forgetSessions } from './sessions/sessions.ts'
import { forgetSends } from './sms/limits.ts'
import { openPortal, type TestPortal } from './testing/portal.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const NOW = Date.parse('2026-11-21T10:00:00+08:00')
let portal: TestPortal
let people: { customer_id: number; company_id: number }

beforeEach(async () => {
  portal = await openPortal({ hasNeighbour: false })
  const { id, company_id } = (await (await portal.loggedIn('13800000001')).get('/customer/api/v1/login')).body
    .data
  people = { customer_id: id, company_id }
})
afterEach(() => portal.close())

/** Each sweep deletes rows as old as its limit, and keeps rows a millisecond younger. */
test.each([
  ['company_exports', forgetExports, HOUR, 'exported_at', () => ({ company_id: people.company_id })],
  ['join_tries', forgetTries, HOUR, 'tried_at', () => ({ customer_id: people.customer_id, address: 'a' })],
  ['sms_sends', forgetSends, DAY, 'sent_at', () => ({ phone: '1', address: 'a' })],
  [
    'invitations',
    forgetInvitations,
    30 * DAY,
    'expires_at',
    (at: number) => ({ ...people, code_hash: String(at), created_at: 0, used_at: null }),
  ],
  [
    'sessions',
    forgetSessions,
    0,
    'expires_at',
    (at: number) => ({ customer_id: people.customer_id, token_hash: String(at), created_at: 0, seen_at: 0 }),
  ],
] as const)('%s are forgotten in time', async (table, forget, limit, column, rest) => {
  await portal.db.deleteFrom(table).execute()
  for (const at of [NOW - limit, NOW - limit + 1]) {
    await portal.db
      .insertInto(table)
      .values({ ...rest(at), [column]: at } as never)
      .execute()
  }
  await forget(portal.db, NOW)
  const left = await portal.db.selectFrom(table).selectAll().execute()
  expect(left).toMatchObject([{ [column]: NOW - limit + 1 }])
})
