/** Messages to one company, to the followers of a policy, or to all who match it: first how many, then the sending. */
import { atom } from 'nanostores'
import { countAudience, searchPolicies, sendToCompanies } from '../../api/operator-message.ts'
import type { Audience, BroadcastPolicy } from '../../contract/operator-message.ts'
import { $desk, attempt } from './desk.ts'
import { keepDraft, readDraft } from './drafts.ts'

/** Of `crypto.randomUUID`. */
const CLIENT_ID_LENGTH = 36

export type BroadcastState =
  | { status: 'writing' }
  | { status: 'counting' }
  | { status: 'counted'; to: Audience; count: number }
  | { status: 'sending'; to: Audience; count: number }
  | { status: 'sent'; count: number }
  | { status: 'failed'; text: string }

export const $broadcast = atom<BroadcastState>({ status: 'writing' })

/** Beside the draft of the text: what was sent last and not confirmed, so that it also survives a reload. */
const UNCONFIRMED = 'broadcast-sent'

export async function previewBroadcast(to: Audience): Promise<void> {
  const counting: BroadcastState = { status: 'counting' }
  $broadcast.set(counting)
  const done = await attempt(() => countAudience(to))
  // Something was changed meanwhile.
  if ($broadcast.get() !== counting) return
  $broadcast.set(
    done.ok ? { status: 'counted', to, count: done.value } : { status: 'failed', text: done.text },
  )
}

/** To those who were counted. A policy message leads to its policy. */
export async function sendBroadcast(typed: string): Promise<void> {
  const counted = $broadcast.get()
  if (counted.status !== 'counted') return
  const { to } = counted
  const sending: BroadcastState = { ...counted, status: 'sending' }
  $broadcast.set(sending)
  const message = typed.trim()
  const body = { to, message, client_id: clientIdOf(JSON.stringify([to, message])) }
  const done = await attempt(() =>
    sendToCompanies(
      to.kind === 'company'
        ? { ...body, category: 'application' }
        : { ...body, category: 'policy', platform_policy_id: to.policy_id },
    ),
  )
  if ($broadcast.get() !== sending) return
  if (!done.ok) return $broadcast.set({ status: 'failed', text: done.text })
  keepDraft(UNCONFIRMED, '')
  $broadcast.set({ status: 'sent', count: done.value })
}

/** With the same one, the same message to the same companies goes out once, whatever happened to the answer. */
function clientIdOf(content: string): string {
  const id = readDraft(UNCONFIRMED).slice(0, CLIENT_ID_LENGTH)
  if (readDraft(UNCONFIRMED) === id + content) return id
  const fresh = crypto.randomUUID()
  keepDraft(UNCONFIRMED, fresh + content)
  return fresh
}

/** Something was changed: what was counted no longer holds. What is on its way can no longer be changed. */
export function rewriteBroadcast(): void {
  if ($broadcast.get().status !== 'sending') $broadcast.set({ status: 'writing' })
}

$desk.listen(({ status }) => {
  if (status === 'visitor' || status === 'stranger') $broadcast.set({ status: 'writing' })
})

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
