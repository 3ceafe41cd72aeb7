import { afterEach, beforeEach, expect, test } from 'vitest'
import { ask } from '../../src/lib/api/ask.ts'
import { readKeptUploads } from '../../src/lib/browser/kept/kept-uploads.ts'
import { checkSession } from '../../src/lib/contract/account/customer.ts'
import { logOutHere } from '../../src/lib/stores/log-out.ts'
import { LOGIN_IN } from '../../src/lib/stores/session.ts'
import { $logoutQuestion, guardLogout } from '../../src/lib/stores/uploads/queue.ts'
import { $uploads } from '../../src/lib/stores/uploads/state.ts'
import { begin, ended } from '../torture/uploads/random-uploads.ts'
import { lab, openLabForEach } from './support/lab.ts'
import { until } from './support/visitor.ts'

const LOGOUT = 'GET /customer/api/v1/logout'
const NOTHING = { uploads: 0, objects: 0, reservedBytes: 0 }

let stop: () => void

openLabForEach()
beforeEach(async () => {
  LOGIN_IN((await ask(checkSession, {})).data)
  stop = guardLogout()
})
afterEach(async () => {
  stop()
})

/** One has failed after its first part, one is uploading, one waits. @returns the ids of the last two */
async function threeUploads(): Promise<[number, number]> {
  lab.proxy.choose = ({ target }) =>
    target.includes('partNumber=2') ? { kind: 'answer', status: 503, code: 'ServiceUnavailable' } : undefined
  await ended(begin(lab, '失败.bin'))
  lab.proxy.choose = () => undefined
  const ids: [number, number] = [begin(lab, '在传.bin'), begin(lab, '在等.bin')]
  await until($uploads, (items) => items.some(({ state }) => state.status === 'uploading'))
  return ids
}

async function leave(isSure: boolean) {
  const leaving = logOutHere()
  const question = await until($logoutQuestion, (asked) => asked !== null)
  question?.answer(isSure)
  return { count: question?.count, said: await leaving }
}

test('declined, the person stays, and the uploads continue', async () => {
  const [sending, waiting] = await threeUploads()
  expect(await leave(false)).toEqual({ count: 3, said: '未退出登录' })
  expect(lab.calls).not.toContain(LOGOUT)
  expect((await ended(sending)).state.status).toBe('done')
  expect((await ended(waiting)).state.status).toBe('done')
})

test('confirmed, no part, no object and no reservation is left', async () => {
  await threeUploads()
  expect(await leave(true)).toEqual({ count: 3, said: undefined })
  expect(lab.calls.at(-1)).toBe(LOGOUT)
  expect([$uploads.get(), readKeptUploads()]).toEqual([[], []])
  expect(await lab.leftovers()).toEqual(NOTHING)
})

test('with nothing to lose there is no question', async () => {
  await ended(begin(lab, '好了.bin', 10))
  expect(await logOutHere()).toBeUndefined()
  expect($logoutQuestion.get()).toBeNull()
})
