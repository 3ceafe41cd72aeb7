/** The participants of chats: a company, a stranger from another one, and an operator. */
import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { contentOf } from '../storage/testing/content-of.ts'
import { upload } from '../storage/testing/upload.ts'
import type { Answer, Browser } from './browser.ts'
import type { TestPortal } from './portal.ts'

export const DETAIL = '/customer/api/v1/chat/detail/phone'
export const RESOURCE = '/customer/api/v1/chat/resource'
export const CONVERSATIONS = '/operator/api/v1/conversations'

export type Room = Awaited<ReturnType<typeof openRoom>>

export async function openRoom(portal: TestPortal) {
  const customer = await portal.loggedIn('13800000001')
  const stranger = await portal.loggedIn('13800000002')
  const operator = await portal.loggedIn('13900000000')
  const { company_id, id } = await whoIs(customer)
  return { portal, customer, stranger, operator, companyId: company_id, customerId: id, close: portal.close }
}

export async function whoIs(browser: Browser): Promise<{ id: number; company_id: number }> {
  return (await browser.get('/customer/api/v1/login')).body.data
}

/** A colleague of the customer's company. */
export async function joinCompany(portal: TestPortal, phone: string, companyId: number): Promise<Browser> {
  const colleague = await portal.loggedIn(phone)
  await portal.db.updateTable('customers').set({ company_id: companyId }).where('phone', '=', phone).execute()
  return colleague
}

export const put = (browser: Browser, path: string, body?: unknown) => browser.put(path, body)

let clientIds = 0

/** Sends a message to the customer's chat, or to `path`. */
export function say(browser: Browser, detail: string, path = DETAIL): Promise<Answer> {
  clientIds += 1
  return browser.post(path, { type: 0, detail, client_id: `said-${clientIds}` })
}

/** `seq` and text of every message that a call lists. */
export async function heard(browser: Browser, path: string): Promise<[number, string][]> {
  const { body } = await browser.get(path)
  expect(body.code).toBe(200)
  return body.result.items.map((item: { seq: number; detail: string }) => [item.seq, item.detail])
}

/** Fields of a file call, for an object that is in the store. */
export async function uploaded(portal: TestPortal, browser: Browser, local_name = '材料.pdf') {
  return { local_name, hash_name: await upload(portal, browser, contentOf(local_name)) }
}

/** Creates an order of a company, submitted by default. */
export async function makeOrder(
  portal: TestPortal,
  company_id: number,
  customer_id: number,
  state: 'draft' | 'submitted' = 'submitted',
): Promise<number> {
  const at = portal.clock.ms
  const { id } = await portal.db
    .insertInto('orders')
    .values({
      company_id,
      customer_id,
      kind: 'loan',
      title: '贷款申请',
      state,
      ...(state === 'submitted' && { submitted_at: at, receipt_no: randomUUID() }),
      fields: '{}',
      created_at: at,
      updated_at: at,
      revision: 1,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
