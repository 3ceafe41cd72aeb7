import type { APIRequestContext, PlaywrightWorkerArgs } from 'playwright/test'
import { scene } from './scene.ts'
import { codeFor, E2E_ORIGIN } from './server.ts'

export interface Operator {
  move: (orderId: number, state: string, note?: string) => Promise<void>
  addExpert: (name: string, slots: { starts_at: string; ends_at: string }[]) => Promise<void>
  decide: (id: number, action: 'approve' | 'refuse' | 'more', note?: string) => Promise<void>
  publish: (id: number, shown: boolean, note: string) => Promise<void>
  close: () => Promise<void>
}

export async function openOperator(playwright: PlaywrightWorkerArgs['playwright']): Promise<Operator> {
  const request = await playwright.request.newContext({
    baseURL: E2E_ORIGIN,
    extraHTTPHeaders: { 'sec-fetch-site': 'same-origin' },
  })
  await logIn(request)
  const put = async (path: string, data: object) => {
    const body = await (await request.put(`/operator/api/v1${path}`, { data })).json()
    if (body.code !== 200) throw new Error(JSON.stringify(body))
  }
  return {
    move: (orderId, state, note) => put(`/orders/${orderId}`, { act: 'move', state, note }),
    publish: (id, shown, note) => put(`/additional/${id}`, { action: shown ? 'show' : 'hide', note }),
    decide: (id, action, note) => put(`/additional/${id}`, { action, note }),
    async addExpert(name, slots) {
      const data = {
        name,
        title: '高级咨询师',
        fields: ['税费减免'],
        intro: '示例专家，用于演示。',
        hidden: false,
      }
      const made = await (await request.post('/operator/api/v1/experts', { data })).json()
      const body = await (
        await request.post(`/operator/api/v1/experts/${made.data?.id}/slots`, { data: { slots } })
      ).json()
      if (body.code !== 200) throw new Error(JSON.stringify([made, body]))
    },
    close: () => request.dispose(),
  }
}

async function logIn(request: APIRequestContext): Promise<void> {
  const phone = await scene('addOperator')
  const sent = await (await request.post('/main/api/v1/sms', { data: { phone } })).json()
  const data = { phone, captcha: codeFor(phone) }
  const body = await (await request.post('/customer/api/v1/customer', { data })).json()
  if (body.code !== 200) throw new Error(JSON.stringify([sent, body]))
}
