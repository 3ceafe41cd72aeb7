/** One company at the desk: profile, matched policies, orders and its line of time, each as it is asked for. */
import { atom } from 'nanostores'
import { ask } from '../../api/ask.ts'
import type { AnswerOf } from '../../contract/call.ts'
import {
  getCompanyProfile,
  listCompanyPolicies,
  listCompanyTimeline,
  type TimelineEntry,
  type TimelineKind,
} from '../../contract/operator/company.ts'
import { listSubmittedOrders } from '../../contract/operator/order.ts'
import { $deskReturns, attempt } from './desk.ts'
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

/** What is there stays while more of it comes. */
type TimelineState = { items: readonly TimelineEntry[]; next: string | null } & (
  | { status: 'loading' }
  | { status: 'ready' }
  | { status: 'failed'; text: string }
)

export const $timeline = atom<TimelineState>({ status: 'loading', items: [], next: null })

let timelineOf: { id: number; kind: TimelineKind | undefined } | undefined

/** The newest of a company, of one kind or of all. */
export function openTimeline(id: number, kind: TimelineKind | undefined): Promise<void> {
  timelineOf = { id, kind }
  $timeline.set({ status: 'loading', items: [], next: null })
  return growTimeline()
}

/** What comes behind that; also the way on after a failure. */
export async function growTimeline(): Promise<void> {
  const wanted = timelineOf
  if (!wanted) return
  const { items, next } = $timeline.get()
  $timeline.set({ status: 'loading', items, next })
  const query = { kind: wanted.kind, before: next ?? undefined }
  const done = await attempt(() => ask(listCompanyTimeline, { params: { id: wanted.id }, query }))
  if (wanted !== timelineOf) return
  if (!done.ok) $timeline.set({ status: 'failed', text: done.text, items, next })
  else $timeline.set({ status: 'ready', items: [...items, ...done.value.items], next: done.value.next })
}

$deskReturns.listen(() => {
  if ($timeline.get().status === 'failed') growTimeline()
})
