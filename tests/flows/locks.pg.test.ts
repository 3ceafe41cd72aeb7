/** Concurrent work of a company's people never deadlocks: locks have one order (server/company/lock-company.ts). */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { schedule } from '../../server/db/jobs.ts'
import { upload } from '../../server/storage/testing/upload.ts'
import type { Answer } from '../../server/testing/browser.ts'
import {
  COMPLETE,
  gatherParties,
  ITEM,
  type Parties,
  WITH_OPERATORS,
} from '../../server/testing/order-parties.ts'
import { openPortal, type TestPortal } from '../../server/testing/portal.ts'
import { OPEN_ORDERS_PER_ITEM } from '../../src/lib/contract/orders/order.ts'
import { HOUR_MS } from '../../src/lib/rules/time/durations.ts'

const FILES = '/startup/api/v1/company/service/files'
const CHAT = '/customer/api/v1/chat/detail/phone'
const CHAT_FILES = '/customer/api/v1/chat/resource'
const ROUNDS = 12

let portal: TestPortal
let parties: Parties

beforeEach(async () => {
  portal = await openPortal(WITH_OPERATORS)
  parties = await gatherParties(portal)
})
afterEach(() => portal.close())

/** A lost race or a reached limit is fine; a fault is not. */
function expectNoFault(answers: readonly Answer[]): void {
  const unfair = answers.map(({ body }) => body).filter(({ code }) => code !== 200 && code !== 409)
  expect(unfair).toEqual([])
  expect(portal.logs.filter(({ level }) => level === 'error')).toEqual([])
}

test('applications are submitted while their files are added and removed', async () => {
  const { company } = parties
  for (let round = 0; round < ROUNDS; round += 1) {
    portal.clock.ms += HOUR_MS
    const orders = await Promise.all(
      Array.from({ length: OPEN_ORDERS_PER_ITEM }, () => parties.draft(COMPLETE)),
    )
    const files = await Promise.all(
      orders.map(async ({ id }) => {
        const object = { local_name: 'a.txt', hash_name: await upload(portal, company, 'a'), size: 1 }
        return (await company.post(FILES, { ...object, order_id: id })).body.file.id
      }),
    )
    const answers = orders.map((order, index) => [
      parties.change(order, 'submit'),
      company.delete(`/startup/api/v1/again/service/${files[index]}`),
    ])
    expectNoFault(await Promise.all(answers.flat()))
    for (const { id } of orders) {
      await parties.move(id, 'reviewing')
      await parties.move(id, 'rejected', '不符合')
    }
  }
})

test('a company ends while its people still write', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const person = await portal.loggedIn(`1360000${String(round).padStart(4, '0')}`)
    const { company_id } = (await person.get('/customer/api/v1/login')).body.data
    const { body } = await person.post(`/startup/api/v1/company/order/${company_id}`, {
      item_id: ITEM,
      fields: COMPLETE,
      client_id: `an-order-${round}`,
    })
    const { folder } = (
      await person.post(`/startup/api/v1/company/${company_id}/documents`, { name: '资料' })
    ).body
    const object = async (local_name: string) => ({
      local_name,
      hash_name: await upload(portal, person, local_name),
    })
    const message = { client_id: 'message-1', type: 1 }
    await person.post(CHAT, { client_id: 'message-0', type: 0, detail: '您好' })
    const beside = (await person.post(CHAT_FILES, { ...(await object('a.txt')), remark: '' })).body
    const detail = JSON.stringify(await object('b.txt'))
    const paper = { ...(await object('c.txt')), size: 1, order_id: body.order.id }
    const file = { ...(await object('d.txt')), size: 1, folder: folder.id }
    const open = (await person.get('/main/api/v1/sts_not_token?bucket=documents&size=5')).body.data.key
    const requested_at = portal.clock.ms - HOUR_MS
    await portal.db
      .insertInto('company_deletions')
      .values({ company_id, requested_by: '', requested_at, due_at: requested_at + 1, started_at: null })
      .execute()
    const payload = { company_id, requested_at }
    await schedule(portal.db, { kind: 'erase-company', key: `${round}`, dueMs: 0, payload })
    await Promise.all([
      portal.runStorageJobs(),
      person.post(CHAT, { ...message, detail }),
      person.delete(`/customer/api/v1/chat/file/modify/${beside.data?.id}`),
      person.post(FILES, paper),
      person.post('/startup/api/v1/document/files', file),
      person.post('/main/api/v1/sts_not_token/cancel', { key: open }),
    ])
  }
  // A late request may fail, but never by a deadlock.
  expect(JSON.stringify(portal.logs.filter(({ level }) => level === 'error'))).not.toMatch(
    /deadlock|40P01|job-failed/,
  )
})
