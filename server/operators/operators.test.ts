import { afterEach, beforeEach, expect, test } from 'vitest'
import { openPortal, type TestPortal } from '../testing/portal.ts'
import { followSetting } from './operators.ts'

const [FIRST, SECOND] = ['13900000000', '13900000001']
let portal: TestPortal

beforeEach(async () => {
  portal = await openPortal({ env: { OPERATOR_PHONES: `${FIRST},${SECOND}` } })
})
afterEach(() => portal.close())

const start = (...phones: string[]) => followSetting(portal.db, new Set(phones), portal.clock.ms)
const desk = async (phone: string) =>
  (await (await portal.loggedIn(phone)).get('/operator/api/v1/orders')).body.code

test('a start enters whom the setting names and takes out whom it names no more', async () => {
  expect(await start(FIRST, SECOND)).toEqual({ added: [], withdrawn: [] })
  expect(await start(SECOND, '13900000002')).toEqual({ added: ['13900000002'], withdrawn: [FIRST] })
  expect([await desk(FIRST), await desk(SECOND), await desk('13900000002')]).toEqual([403, 200, 200])
})

test('who is withdrawn has no more rights with the next call of a session that lives on', async () => {
  const browser = await portal.loggedIn(FIRST)
  const code = async () => (await browser.get('/operator/api/v1/orders')).body.code
  expect(await code()).toBe(200)
  await start(SECOND)
  expect(await code()).toBe(403)
  expect((await browser.get('/customer/api/v1/login')).body.data.role).toBe('company')
})
