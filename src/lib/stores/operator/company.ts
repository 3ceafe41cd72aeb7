/** One company at the desk: profile, matched policies and orders, each as it is asked for. */
import { atom, type WritableAtom } from 'nanostores'
import { fetchCompanyDetails, fetchCompanyPolicies } from '../../api/operator-company.ts'
import { fetchSubmittedOrders } from '../../api/operator-order.ts'
import { attempt } from './desk.ts'

type Part<Value> =
  | { status: 'idle' }
  | { status: 'loading'; id: number }
  | { status: 'ready'; id: number; value: Value }
  | { status: 'failed'; id: number; text: string }

export type CompanyProfile = Awaited<ReturnType<typeof fetchCompanyDetails>>
type Policies = Awaited<ReturnType<typeof fetchCompanyPolicies>>
type Orders = Awaited<ReturnType<typeof fetchSubmittedOrders>>

export const $companyProfile = atom<Part<CompanyProfile>>({ status: 'idle' })
export const $companyPolicies = atom<Part<Policies>>({ status: 'idle' })
export const $companyOrders = atom<Part<Orders>>({ status: 'idle' })

export function openCompanyProfile(id: number): Promise<void> {
  return open($companyProfile, id, () => fetchCompanyDetails(id))
}

export function openCompanyPolicies(id: number, page: number): Promise<void> {
  return open($companyPolicies, id, () => fetchCompanyPolicies(id, page))
}

export function openCompanyOrders(id: number, page: number): Promise<void> {
  return open($companyOrders, id, () => fetchSubmittedOrders(page, { company_id: id }))
}

/** What is shown of the same company stays until the answer is there. */
async function open<Value>(
  $part: WritableAtom<Part<Value>>,
  id: number,
  fetch: () => Promise<Value>,
): Promise<void> {
  const before = $part.get()
  if (before.status !== 'ready' || before.id !== id) $part.set({ status: 'loading', id })
  const done = await attempt(fetch)
  const now = $part.get()
  if (now.status === 'idle' || now.id !== id) return
  $part.set(done.ok ? { status: 'ready', id, value: done.value } : { status: 'failed', id, text: done.text })
}
