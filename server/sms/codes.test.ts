import { afterEach, beforeEach, expect, test } from 'vitest'
import { openPortal, type TestPortal } from '../testing/portal.ts'
import { solveAtOnce } from '../testing/solve-puzzle.ts'
import { bitsFor, forgetCodes, isSolved, makePuzzle, matchesCode, storeCode, takeCode } from './codes.ts'

const ONE = { browserHash: 'a', phone: '13800000001', address: 'local' }
const OTHER = { browserHash: 'a', phone: '13800000002', address: 'local' }
const STRANGER = { ...ONE, browserHash: 'b' }
const PHONE = ONE.phone
const TTL_MS = 300_000
let portal: TestPortal

beforeEach(async () => {
  portal = await openPortal()
})
afterEach(() => portal.close())

test('only the code that matched is taken out of use, not one that came after it', async () => {
  await storeCode(portal.db, ONE, '111111', 0)
  await storeCode(portal.db, OTHER, '333333', 0)
  expect(await matchesCode(portal.db, ONE, '111111', 0)).toBe(true)
  await storeCode(portal.db, ONE, '222222', 0)
  expect(await takeCode(portal.db, ONE, '111111')).toBe(false)
  expect(await takeCode(portal.db, ONE, '222222')).toBe(true)
  expect(await matchesCode(portal.db, OTHER, '333333', 0)).toBe(true)
})

test('a wrong guess costs the tries of its own phone only', async () => {
  await storeCode(portal.db, ONE, '111111', 0)
  await storeCode(portal.db, OTHER, '222222', 0)
  for (let guess = 0; guess < 20; guess += 1) await matchesCode(portal.db, ONE, '999999', 0)
  expect(await matchesCode(portal.db, ONE, '111111', 0)).toBe(false)
  expect(await matchesCode(portal.db, OTHER, '222222', 0)).toBe(true)
})

test('a browser that asked for another code of the same phone neither uses it up nor opens it', async () => {
  await storeCode(portal.db, ONE, '111111', 0)
  await storeCode(portal.db, STRANGER, '222222', 0)
  for (let guess = 0; guess < 20; guess += 1) await matchesCode(portal.db, STRANGER, '999999', 0)
  expect(await matchesCode(portal.db, STRANGER, '222222', 0)).toBe(false)
  expect(await takeCode(portal.db, STRANGER, '111111')).toBe(false)
  expect(await matchesCode(portal.db, ONE, '111111', 0)).toBe(true)
})

test('codes are forgotten when they are over, not before', async () => {
  await storeCode(portal.db, ONE, '111111', 0)
  await storeCode(portal.db, OTHER, '222222', 1)
  await forgetCodes(portal.db, 300_000)
  const left = await portal.db.selectFrom('sms_codes').select('phone').execute()
  expect(left).toEqual([{ phone: OTHER.phone }])
})

test.each([
  [0, 0],
  [0.49, 0],
  [0.5, 12],
  [0.75, 15],
  [1, 18],
  [7, 18],
])('a cap that is full to %d asks for %d bits', (share, bits) => {
  expect(bitsFor(share)).toBe(bits)
})

test('a puzzle is for one phone and some minutes', async () => {
  const proof = solveAtOnce(await makePuzzle(portal.db, PHONE, 8, 0))
  expect(await isSolved(portal.db, PHONE, proof, TTL_MS - 1)).toBe(true)
  expect(await isSolved(portal.db, PHONE, proof, TTL_MS)).toBe(false)
  expect(await isSolved(portal.db, '13800000002', proof, 0)).toBe(false)
})

test('neither a wrong number nor a puzzle made easier counts', async () => {
  const { text, bits } = await makePuzzle(portal.db, PHONE, 8, 0)
  const { nonce } = solveAtOnce({ text, bits })
  const wrong = solveAtOnce({ text: `${text}x`, bits })
  expect(await isSolved(portal.db, PHONE, wrong, 0)).toBe(false)
  expect(await isSolved(portal.db, PHONE, { puzzle: text.replace(/^8/, '0'), nonce }, 0)).toBe(false)
  expect(await isSolved(portal.db, PHONE, { puzzle: '', nonce }, 0)).toBe(false)
})

test('one solution is one code', async () => {
  const sends = { address: 'local', sent_at: portal.clock.ms - 1 }
  const rows = Array.from({ length: 50 }, (_, index) => ({ ...sends, phone: String(index) }))
  await portal.db.insertInto('sms_sends').values(rows).execute()
  const ask = async (body: object) => (await portal.browser().post('/main/api/v1/sms', body)).body
  const { puzzle } = await ask({ phone: PHONE })
  const proof = solveAtOnce(puzzle)
  expect(await ask({ phone: PHONE, proof })).toMatchObject({ code: 200 })
  portal.clock.ms += 60_000
  expect(await ask({ phone: PHONE, proof })).toMatchObject({ code: 429, puzzle: { bits: 12 } })
  expect(await ask({ phone: '13800000002', proof })).toMatchObject({ code: 429, puzzle: { bits: 12 } })
})
