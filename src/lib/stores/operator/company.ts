/** One company at the desk: profile, matched policies and orders, each as it is asked for. */
import { atom } from 'nanostores'
import { fetchCompanyDetails, fetchCompanyPolicies } from '../../api/operator-company.ts'
import { fetchSubmittedOrders } from '../../api/operator-order.ts'
import { attempt } from './desk.ts'
import { createDeskList } from './list.ts'

export type CompanyProfile = Awaited<ReturnType<typeof fetchCompanyDetails>>

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
  const done = await attempt(() => fetchCompanyDetails(id))
  const now = $companyProfile.get()
  if (now.status === 'idle' || now.id !== id) return
  $companyProfile.set(
    done.ok ? { status: 'ready', id, value: done.value } : { status: 'failed', id, text: done.text },
  )
}

type Policy = Awaited<ReturnType<typeof fetchCompanyPolicies>>['items'][number]
type Order = Awaited<ReturnType<typeof fetchSubmittedOrders>>['items'][number]

const companyItself = (companyId: number) => companyId

export const companyPolicies = createDeskList<Policy & { id: number }, number>(async (companyId, page) => {
  const result = await fetchCompanyPolicies(companyId, page)
  return { ...result, items: result.items.map(withId) }
}, companyItself)

/** An interpretation stands for its original. */
function withId(policy: Policy): Policy & { id: number } {
  return { ...policy, id: policy.item_id ?? policy.platform_policy_id ?? 0 }
}

export const companyOrders = createDeskList<Order, number>(
  (company_id, page) => fetchSubmittedOrders(page, { company_id }),
  companyItself,
)
