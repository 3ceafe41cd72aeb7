/** A portal with two experts, a company that reserves and an operator who answers. */
import { runDue } from '../db/jobs.ts'
import { RESERVATION_JOBS } from '../reservations/reminder.ts'
import type { Browser } from './browser.ts'
import { companyOf, providerBody } from './order-parties.ts'
import type { TestPortal } from './portal.ts'

export const MINE = '/startup/api/v1/reservations'
export const ALL = '/operator/api/v1/reservations'
export const EXPERTS = '/operator/api/v1/experts'
export const CONTACT = { contact: '王五', phone: '13800000009' }
export const EXPERT = { kind: 'expert', target_id: 1, slot_id: 1, ...CONTACT }
export const FUND = { kind: 'fund', target_id: 3, ...CONTACT }
export const UPGRADE = { kind: 'upgrade', target_id: 2, ...CONTACT }
export const TAKEN = { code: 409, message: '这个时间已被预约，请选择其他时间' }
export const EXPERT_FORM = { name: '甲专家', title: '咨询师', fields: ['高企'], intro: '介绍' }

export type Room = Awaited<ReturnType<typeof openRoom>>

/** Times of the first expert: 25 November 2026 in China, from 10:00 and from 11:00, of 50 minutes. */
export async function openRoom(portal: TestPortal) {
  const operator = await portal.loggedIn('13900000000')
  const company = await portal.loggedIn('13800000001')
  for (const name of ['甲专家', '乙专家']) await operator.post(EXPERTS, { ...EXPERT_FORM, name })
  const slots = ['10', '11'].map((hour) => ({
    starts_at: `2026-11-25T${hour}:00:00+08:00`,
    ends_at: `2026-11-25T${hour}:50:00+08:00`,
  }))
  await operator.post(`${EXPERTS}/1/slots`, { slots })

  const put = async (path: string, body: unknown) => (await operator.put(path, body)).body
  return {
    portal,
    operator,
    company,
    put,
    reserve: async (body: object, browser = company) => (await browser.post(MINE, body)).body,
    /** A provider of the company, approved: the id of its page. */
    addProvider: async (company_name: string): Promise<number> => {
      const body = await providerBody(portal, await companyOf(company), { company_name, ...CONTACT })
      const { id } = (await company.post('/customer/api/v1/additional', body)).body.data
      return (await put(`/operator/api/v1/additional/${id}`, { action: 'approve' })).publication.id
    },
    cancel: async (id: number, browser = company) => (await browser.delete(`${MINE}/${id}`)).body,
    answer: (id: number, state: string, note?: string) => put(`${ALL}/${id}`, { state, note }),
    /** Confirms with a time, or sets the time of a confirmed reservation. */
    setTime: (id: number, time: { slot_id?: number; starts_at?: string }) =>
      put(`${ALL}/${id}`, { state: 'confirmed', ...time }),
    list: async (path = MINE, browser: Browser = company) => (await browser.get(path)).body.result,
    /** Ids of the first expert's free times. */
    freeSlots: async () => {
      const { items } = (await portal.browser().get('/startup/api/v1/experts')).body.result
      return idsOf({ items: items[0].slots })
    },
    /** Returns the company's messages about its reservations, newest first. */
    words: async () => {
      const { items } = (await company.get('/customer/api/v1/message')).body.result
      const ours = items.filter(({ category }: { category: string }) => category === 'application')
      return ours.map(({ message }: { message: string }) => message)
    },
    runJobs: () =>
      runDue(
        portal.db,
        RESERVATION_JOBS,
        () => portal.clock.ms,
        (entry) => portal.logs.push(entry),
      ),
  }
}

export function idsOf(result: { items: { id: number }[] }): number[] {
  return result.items.map(({ id }) => id)
}
