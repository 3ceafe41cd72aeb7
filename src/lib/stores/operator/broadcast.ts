/** Messages to one company, to the followers of a policy, or to all who match it: first how many, then the sending. */
import { atom } from 'nanostores'
import * as v from 'valibot'
import { ask } from '../../api/ask.ts'
import { newClientId } from '../../browser/client-id.ts'
import {
  type Audience,
  type BroadcastPolicy,
  findPolicies,
  previewMessage,
  sendOperatorMessage,
} from '../../contract/operator/message.ts'
import { $desk, attempt, keepDraft, readDraft } from './desk.ts'

type BroadcastState =
  | { status: 'writing' }
  | { status: 'counting' }
  | { status: 'counted'; to: Audience; count: number }
  | { status: 'sending'; to: Audience; count: number }
  | { status: 'sent'; count: number }
  | { status: 'failed'; text: string }

export const $broadcast = atom<BroadcastState>({ status: 'writing' })

/** Beside the draft of the text: what was sent last and not confirmed, so that it also survives a reload. */
const UNCONFIRMED = 'broadcast-sent'
const unconfirmed = v.object({ id: v.string(), content: v.string() })

export async function previewBroadcast(to: Audience): Promise<void> {
  const counting: BroadcastState = { status: 'counting' }
  $broadcast.set(counting)
  const done = await attempt(() => ask(previewMessage, { body: { to } }))
  // Something was changed meanwhile.
  if ($broadcast.get() !== counting) return
  $broadcast.set(
    done.ok ? { status: 'counted', to, count: done.value.data.count } : { status: 'failed', text: done.text },
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
    ask(sendOperatorMessage, {
      body:
        to.kind === 'company'
          ? { ...body, category: 'application' }
          : { ...body, category: 'policy', platform_policy_id: to.policy_id },
    }),
  )
  if ($broadcast.get() !== sending) return
  if (!done.ok) return $broadcast.set({ status: 'failed', text: done.text })
  keepDraft(UNCONFIRMED, '')
  $broadcast.set({ status: 'sent', count: done.value.data.count })
}

/** With the same one, the same message to the same companies goes out once, whatever happened to the answer. */
function clientIdOf(content: string): string {
  const last = readUnconfirmed()
  if (last?.content === content) return last.id
  const id = newClientId()
  keepDraft(UNCONFIRMED, JSON.stringify({ id, content }))
  return id
}

function readUnconfirmed(): v.InferOutput<typeof unconfirmed> | undefined {
  const kept = readDraft(UNCONFIRMED)
  const read = v.safeParse(v.pipe(v.string(), v.parseJson(), unconfirmed), kept)
  if (read.success) return read.output
  // A tab that has been open for long may have kept it as an id of 36 letters and, behind it, the content.
  const [, id, content] = /^([\da-f-]{36})(.+)$/s.exec(kept) ?? []
  return id && content ? { id, content } : undefined
}

/** Something was changed: what was counted no longer holds. What is on its way can no longer be changed. */
export function rewriteBroadcast(): void {
  if ($broadcast.get().status !== 'sending') $broadcast.set({ status: 'writing' })
}

$desk.listen(({ status }) => {
  if (status === 'visitor' || status === 'stranger') $broadcast.set({ status: 'writing' })
})

type PolicySearch =
  | { status: 'loading' }
  | { status: 'ready'; items: readonly BroadcastPolicy[] }
  | { status: 'failed'; text: string }

export const $policySearch = atom<PolicySearch>({ status: 'loading' })

let searched = ''

export async function searchForPolicy(q: string): Promise<void> {
  searched = q
  $policySearch.set({ status: 'loading' })
  const done = await attempt(() => ask(findPolicies, { query: { q } }))
  if (searched !== q) return
  $policySearch.set(
    done.ok ? { status: 'ready', items: done.value.result.items } : { status: 'failed', text: done.text },
  )
}
