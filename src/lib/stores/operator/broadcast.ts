/** Messages to one company, to the followers of a policy, or to all who match it: first how many, then the sending. */
import { atom } from 'nanostores'
import { countAudience, searchPolicies, sendToCompanies } from '../../api/operator-message.ts'
import type { Audience, BroadcastPolicy } from '../../contract/operator-message.ts'
import { attempt } from './desk.ts'

export type BroadcastState =
  | { status: 'writing' }
  | { status: 'counting' }
  | { status: 'counted'; to: Audience; count: number }
  | { status: 'sending'; to: Audience; count: number }
  | { status: 'sent'; count: number }
  | { status: 'failed'; text: string }

export const $broadcast = atom<BroadcastState>({ status: 'writing' })

/** Of the message that is being written: sent again with it, it is still sent once. */
let clientId: string | undefined

export async function previewBroadcast(to: Audience): Promise<void> {
  $broadcast.set({ status: 'counting' })
  const done = await attempt(() => countAudience(to))
  if ($broadcast.get().status !== 'counting') return
  $broadcast.set(
    done.ok ? { status: 'counted', to, count: done.value } : { status: 'failed', text: done.text },
  )
}

/** To those who were counted. A policy message leads to its policy. */
export async function sendBroadcast(message: string): Promise<void> {
  const counted = $broadcast.get()
  if (counted.status !== 'counted') return
  const { to } = counted
  $broadcast.set({ ...counted, status: 'sending' })
  clientId ??= crypto.randomUUID()
  const body = { to, message: message.trim(), client_id: clientId }
  const done = await attempt(() =>
    sendToCompanies(
      to.kind === 'company'
        ? { ...body, category: 'application' }
        : { ...body, category: 'policy', platform_policy_id: to.policy_id },
    ),
  )
  if (!done.ok) return $broadcast.set({ status: 'failed', text: done.text })
  clientId = undefined
  $broadcast.set({ status: 'sent', count: done.value })
}

/** Something was changed: what was counted no longer holds. */
export function rewriteBroadcast(): void {
  clientId = undefined
  $broadcast.set({ status: 'writing' })
}

export type PolicySearch =
  | { status: 'loading' }
  | { status: 'ready'; items: readonly BroadcastPolicy[] }
  | { status: 'failed'; text: string }

export const $policySearch = atom<PolicySearch>({ status: 'loading' })

let searched = ''

export async function searchForPolicy(q: string): Promise<void> {
  searched = q
  $policySearch.set({ status: 'loading' })
  const done = await attempt(() => searchPolicies(q))
  if (searched !== q) return
  $policySearch.set(done.ok ? { status: 'ready', items: done.value } : { status: 'failed', text: done.text })
}
