/** Messages to one company, to the followers of a policy, or to all companies that match it. */
import { ask } from '../../api/ask.ts'
import { newClientId } from '../../browser/client-id.ts'
import { type Audience, previewMessage, sendOperatorMessage } from '../../contract/operator/message.ts'
import { attempt, type Done } from './desk.ts'

/** The last message without an answer. The server sends one id once, so that a lost answer does not repeat it. */
let unconfirmed: { id: string; content: string } | undefined

export function countAudience(to: Audience): Promise<Done<number>> {
  return attempt(async () => (await ask(previewMessage, { body: { to } })).data.count)
}

/** Sends a message; one about a policy leads to it. Returns how many companies got it. */
export async function sendBroadcast(to: Audience, typed: string): Promise<Done<number>> {
  const message = typed.trim()
  const about =
    to.kind === 'company'
      ? ({ category: 'application' } as const)
      : ({ category: 'policy', platform_policy_id: to.policy_id } as const)
  const content = JSON.stringify([to, message])
  if (unconfirmed?.content !== content) unconfirmed = { id: newClientId(), content }
  const body = { to, message, ...about, client_id: unconfirmed.id }
  const done = await attempt(async () => (await ask(sendOperatorMessage, { body })).data.count)
  if (done.ok) unconfirmed = undefined
  return done
}
