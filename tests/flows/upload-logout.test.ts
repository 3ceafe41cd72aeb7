import { beforeEach, expect, test } from 'vitest'
import { ask } from '../../src/lib/api/ask.ts'
import { readKeptUploads } from '../../src/lib/browser/kept/kept-uploads.ts'
import { checkSession } from '../../src/lib/contract/account/customer.ts'
import { logOutHere } from '../../src/lib/stores/log-out.ts'
import { LOGIN_IN } from '../../src/lib/stores/session.ts'
import { $uploads } from '../../src/lib/stores/uploads/state.ts'
import { begin, ended } from '../torture/uploads/random-uploads.ts'
import { lab, openLabForEach } from './support/lab.ts'
import { until } from './support/visitor.ts'

const LOGOUT = 'GET /customer/api/v1/logout'
const NOTHING = { uploads: 0, objects: 0, reservedBytes: 0 }

openLabForEach()
beforeEach(async () => {
  LOGIN_IN((await ask(checkSession, {})).data)
})

async function threeUploads(): Promise<void> {
  lab.proxy.choose = ({ target }) =>
    target.includes('partNumber=2') ? { kind: 'answer', status: 503, code: 'ServiceUnavailable' } : undefined
  await ended(begin(lab, '失败.bin'))
  lab.proxy.choose = () => undefined
  for (const name of ['在传.bin', '在等.bin']) begin(lab, name)
  await until($uploads, (items) => items.some(({ state }) => state.status === 'uploading'))
}

test('a logout leaves no part, no object and no reservation', async () => {
  await threeUploads()
  expect(await logOutHere()).toBeUndefined()
  expect(lab.calls.at(-1)).toBe(LOGOUT)
  expect([$uploads.get(), readKeptUploads()]).toEqual([[], []])
  expect(await lab.leftovers()).toEqual(NOTHING)
})
