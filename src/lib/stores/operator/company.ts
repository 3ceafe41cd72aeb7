/** One company at the desk: profile, matched policies, orders and what was done, each as it is asked for. */
import { atom } from 'nanostores'
import { ask } from '../../api/ask.ts'
import type { AnswerOf } from '../../contract/call.ts'
import { getCompanyProfile, listCompanyPolicies } from '../../contract/operator/company.ts'
import { listSubmittedOrders } from '../../contract/operator/order.ts'
import {
  type ListedSecurityEvent,
  listSecurityEvents,
  SECURITY_LOG_DAYS,
} from '../../contract/operator/security-log.ts'
import { attempt } from './desk.ts'
import { createDeskList } from './list.ts'

export type CompanyProfile = AnswerOf<typeof getCompanyProfile>['data']

type ProfileState =
  | { status: 'idle' }
  | { status: 'loading'; id: number }
  | { status: 'ready'; id: number; value: CompanyProfile }
  | { status: 'failed'; id: number; text: string }

export const $companyProfile = atom<ProfileState>({ status: 'idle' })

/** What is shown of the same company stays until the answer is there. */
export async function openCompanyProfile(id: number): Promise<void> {
  const before = $companyProfile.get()
  if (before.status !== 'ready' || before.id !== id) $companyProfile.set({ status: 'loading', id })
  const done = await attempt(() => ask(getCompanyProfile, { params: { id } }))
  const now = $companyProfile.get()
  if (now.status === 'idle' || now.id !== id) return
  $companyProfile.set(
    done.ok ? { status: 'ready', id, value: done.value.data } : { status: 'failed', id, text: done.text },
  )
}

type Policy = AnswerOf<typeof listCompanyPolicies>['result']['items'][number]
type Order = AnswerOf<typeof listSubmittedOrders>['result']['items'][number]

const companyItself = (companyId: number) => companyId

export const companyPolicies = createDeskList<Policy & { id: number }, number>(async (id, page) => {
  const { result } = await ask(listCompanyPolicies, { params: { id }, query: { page } })
  return { ...result, items: result.items.map(withId) }
}, companyItself)

/** An interpretation stands for its original. */
function withId(policy: Policy): Policy & { id: number } {
  return { ...policy, id: policy.item_id ?? policy.platform_policy_id ?? 0 }
}

export const companyOrders = createDeskList<Order, number>(
  async (company_id, page) => (await ask(listSubmittedOrders, { query: { company_id, page } })).result,
  companyItself,
)

/** What the security log still has of it. */
export const companyActs = createDeskList<ListedSecurityEvent, number>(async (company_id, page) => {
  const query = { company_id, days: SECURITY_LOG_DAYS, page } as const
  return (await ask(listSecurityEvents, { query })).result
}, companyItself)
