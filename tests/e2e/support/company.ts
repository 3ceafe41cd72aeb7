import { randomUUID } from 'node:crypto'
import type { APIRequestContext, PlaywrightWorkerArgs } from 'playwright/test'
import { scene } from './scene.ts'
import { codeFor, E2E_ORIGIN } from './server.ts'

export type Company = Awaited<ReturnType<typeof openCompany>>

export async function openCompany(
  playwright: PlaywrightWorkerArgs['playwright'],
  phone: string,
  name: string,
) {
  const request = await playwright.request.newContext({
    baseURL: E2E_ORIGIN,
    extraHTTPHeaders: { 'sec-fetch-site': 'same-origin' },
  })
  await scene('spreadAddresses')
  await send(request, 'POST', '/main/api/v1/sms', { phone })
  const login = { phone, captcha: codeFor(phone) }
  const { data } = await send(request, 'POST', '/customer/api/v1/customer', login)
  const id = data.company_id as number
  const call = (method: string, path: string, body?: object) => send(request, method, path, body)
  await call('PUT', '/customer/api/v1/company/profile', { name, contact: '王示例' })
  return {
    id,
    say: (detail: string) =>
      call('POST', '/customer/api/v1/chat/detail/phone', { type: 0, detail, client_id: randomUUID() }),
    async heard(): Promise<string[]> {
      const { result } = await call('GET', '/customer/api/v1/chat/detail/phone')
      return result.items.map((item: { detail: string }) => item.detail)
    },
    async answeredBy(): Promise<string[]> {
      const { result } = await call('GET', '/customer/api/v1/chat/detail/phone')
      return result.items
        .filter((item: { source: number }) => item.source === 1)
        .map((item: { admin: string }) => item.admin)
    },
    async feedback(): Promise<{ local_name: string; remark: string }[]> {
      return (await call('GET', '/customer/api/v1/chat/file')).result.admin
    },
    async bell(): Promise<string[]> {
      const { result } = await call('GET', '/customer/api/v1/message')
      return result.items.map((item: { message: string }) => item.message)
    },
    async declare(itemId: number): Promise<number> {
      const fields = { contact: '王示例', phone }
      const body = { item_id: itemId, fields, submit: true, client_id: randomUUID() }
      const { order } = await call('POST', `/startup/api/v1/company/order/${id}`, body)
      return order.id
    },
    report: (text: string) =>
      call('POST', '/customer/api/v1/correction', { kind: 'original', page_id: 2, text }),
    follow: (policyId: number) => call('PUT', `/customer/api/v1/fixed/platformpolicy/${policyId}/follow`),
    /** For a browser with the same login: a phone gets one code a minute. */
    state: () => request.storageState(),
    close: () => request.dispose(),
  }
}

async function send(request: APIRequestContext, method: string, path: string, data?: object) {
  const answer = await request.fetch(path, { method, ...(data && { data }) })
  const body = await answer.json()
  if (body.code !== 200) throw new Error(`${method} ${path}: ${JSON.stringify(body)}`)
  return body
}
