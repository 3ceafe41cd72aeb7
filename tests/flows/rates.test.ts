import { expect, test } from 'vitest'
import { openPortalForEach, portal } from '../../server/testing/for-each.ts'
import { CONTRACT_CALLS } from '../../src/lib/api-docs/contract-calls.ts'
import { type Call, changesState, rateOf } from '../../src/lib/contract/call.ts'
import { HOUR_MS } from '../../src/lib/rules/time/durations.ts'
import { sendCall } from './support/send-call.ts'

const CALLS = CONTRACT_CALLS.map(({ name, call }): { name: string; call: Call } => ({ name, call }))
/** Counted in the database instead; tests/flows/lock-out.pg.test.ts tests them. */
const COUNTED_ELSEWHERE = ['logIn', 'sendSms']

openPortalForEach()

async function openOperator() {
  const browser = await portal.loggedIn('13900000000')
  const cookies = new Map(browser.cookies)
  return async (call: Call): Promise<number> => {
    for (const [name, cookie] of cookies) browser.cookies.set(name, cookie)
    const params = Object.fromEntries([...call.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, 1]))
    return (await sendCall(browser, call, { params })).code
  }
}

async function empty(ask: (call: Call) => Promise<number>, call: Call): Promise<void> {
  for (let asked = 0; asked < (rateOf(call)?.burst ?? 0); asked += 1) await ask(call)
}

test('only calls counted in the database have no bucket', () => {
  const without = CALLS.filter(({ call }) => !rateOf(call)).map(({ name }) => name)
  expect(without.sort()).toEqual(COUNTED_ELSEWHERE)
})

test.each(['reads', 'writes'])('after the bucket of %s is used up, each of them refuses', async (kind) => {
  const calls = CALLS.filter(
    ({ name, call }) =>
      !call.rate &&
      changesState(call) === (kind === 'writes') &&
      name !== 'logOut' &&
      !COUNTED_ELSEWHERE.includes(name),
  )
  const ask = await openOperator()
  const first = calls.find(({ call }) => call.access === 'operator')
  if (first) await empty(ask, first.call)
  const codes = async () => {
    const answers: [string, boolean][] = []
    for (const { name, call } of calls) answers.push([name, (await ask(call)) === 429])
    return answers
  }
  expect(await codes()).toEqual(calls.map(({ name }) => [name, true]))
  portal.clock.ms += HOUR_MS
  expect(await codes()).toEqual(calls.map(({ name }) => [name, false]))
})

test.each(CALLS.filter(({ call }) => typeof call.rate === 'object'))(
  '$name has its own bucket',
  async ({ call }) => {
    const ask = await openOperator()
    await empty(ask, call)
    expect(await ask(call)).toBe(429)
    portal.clock.ms += HOUR_MS
    expect(await ask(call)).not.toBe(429)
  },
)

test("a visitor's logout is refused, because there is no session to end", async () => {
  const logOut = CALLS.find(({ name }) => name === 'logOut')
  if (!logOut) throw new Error('there is no logOut')
  const browser = portal.browser()
  const ask = async (call: Call) => (await sendCall(browser, call, {})).code
  await empty(ask, logOut.call)
  expect(await ask(logOut.call)).toBe(429)
})
