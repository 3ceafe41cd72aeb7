/** Test helpers for orders: two companies and two operators, each in a browser, and their usual requests. */
import { randomUUID } from 'node:crypto'
import { adjust } from '../storage/quota.ts'
import type { Browser } from './browser.ts'
import type { TestPortal } from './portal.ts'

/** The catalogue of tests: 21 closes on the day on which portals open, 22 is open always, 23 unknown. */
export const ITEM = 22
export const COMPLETE = { contact: '李雷', phone: '13800000001' }
export const CREDIT_CODE = '91350100M000100Y43'

/** For `openPortal`. */
export const WITH_OPERATORS = { env: { OPERATOR_PHONES: '13900000001,13900000002' } }

export type Parties = Awaited<ReturnType<typeof gatherParties>>

export async function gatherParties(portal: TestPortal) {
  const company = await portal.loggedIn('13800000001')
  const stranger = await portal.loggedIn('13800000002')
  const operator = await portal.loggedIn('13900000001')
  const colleague = await portal.loggedIn('13900000002')
  const companyId = await companyOf(company)
  const orders = `/startup/api/v1/company/order/${companyId}`
  let made = 0
  const draft = async (fields: object = {}, item_id = ITEM) => {
    made += 1
    const answer = await company.post(orders, { item_id, fields, client_id: `client-${made}` })
    return answer.body.order
  }
  const change = (order: { id: number; revision: number }, action: string, more: object = {}) =>
    company.put(`${orders}/${order.id}`, { action, revision: order.revision, ...more })
  const submitted = async () => (await change(await draft(COMPLETE), 'submit')).body.order
  const move = (id: number, state: string, note?: string, browser = operator) =>
    browser.put(`/operator/api/v1/orders/${id}`, { act: 'move', state, note })
  const read = async (id: number) => (await company.get(`${orders}/${id}`)).body.order
  return {
    portal,
    company,
    stranger,
    operator,
    colleague,
    companyId,
    orders,
    draft,
    change,
    submitted,
    move,
    read,
  }
}

export async function companyOf(browser: Browser): Promise<number> {
  return (await browser.get('/customer/api/v1/login')).body.data.company_id
}

/** Inserts an uploaded object of the company and its used bytes; returns it as calls name it. */
export async function uploaded(portal: TestPortal, companyId: number, name: string, size = 10) {
  const key = `companies/${companyId}/${'u'.repeat(22)}/${name}`
  await portal.db
    .insertInto('stored_objects')
    .values({ bucket: 'documents', key, company_id: companyId, size, created_at: portal.clock.ms })
    .execute()
  await adjust(portal.db, companyId, { bytes: size })
  return { local_name: name, hash_name: key, size: 999 }
}

/** Returns the body of a provider application, with a licence in the store. */
export async function providerBody(portal: TestPortal, companyId: number, more: object = {}) {
  return {
    kind: 'provider' as const,
    category_id: 2,
    company_name: '示例服务有限公司',
    credit_code: CREDIT_CODE,
    services: '代理记账',
    regions: ['440100'],
    contact: '李雷',
    phone: '13800000001',
    licence: await uploaded(portal, companyId, `${randomUUID()}.pdf`),
    ...more,
  }
}

/** Returns the names of all held files. */
export async function heldFiles(portal: TestPortal): Promise<string[]> {
  const rows = await portal.db
    .selectFrom('object_holds')
    .innerJoin('stored_objects', 'stored_objects.id', 'object_id')
    .select('key')
    .where('object_holds.company_id', '>', 0)
    .orderBy('key')
    .execute()
  return rows.map(({ key }) => key.split('/').at(-1) ?? '')
}
