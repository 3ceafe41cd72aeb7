import { afterEach, beforeEach, expect, test } from 'vitest'
import { SWEEP_HANDLERS } from './sweeps.ts'
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

test.each([
  ['company_exports', 'exports', HOUR, 'exported_at', () => ({ company_id: people.company_id })],
  ['join_tries', 'join-tries', HOUR, 'tried_at', () => ({ customer_id: people.customer_id, address: 'a' })],
  ['sms_sends', 'sms-sends', DAY, 'sent_at', () => ({ phone: '1', address: 'a' })],
  [
    'invitations',
    'invitations',
    30 * DAY,
    'expires_at',
    (at: number) => ({ ...people, code_hash: String(at), created_at: 0, used_at: null }),
  ],
  [
    'sms_codes',
    'sms-codes',
    0,
    'expires_at',
    (at: number) => ({ phone: '1', address: 'a', browser_hash: String(at), code_hash: '', tries: 0 }),
  ],
  [
    'sessions',
    'sessions',
    0,
    'expires_at',
    (at: number) => ({ customer_id: people.customer_id, token_hash: String(at), created_at: 0, seen_at: 0 }),
  ],
] as const)('%s are forgotten in time', async (table, sweep, limit, column, rest) => {
  await portal.db.deleteFrom(table).execute()
  for (const at of [NOW - limit, NOW - limit + 1]) {
    await portal.db
      .insertInto(table)
      .values({ ...rest(at), [column]: at } as never)
      .execute()
  }
  await portal.db.transaction().execute(async (tx) => SWEEP_HANDLERS[`sweep-${sweep}`]?.(tx, null, NOW))
  const left = await portal.db.selectFrom(table).selectAll().execute()
  expect(left).toMatchObject([{ [column]: NOW - limit + 1 }])
})
