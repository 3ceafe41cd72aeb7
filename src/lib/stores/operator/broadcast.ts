/** Messages to one company, to the followers of a policy, or to all companies that match it. */
import * as v from 'valibot'
import { ask } from '../../api/ask.ts'
import { newClientId } from '../../browser/client-id.ts'
import { type Audience, previewMessage, sendOperatorMessage } from '../../contract/operator/message.ts'
import { attempt, type Done, keepDraft, readDraft } from './desk.ts'

/** The draft that contains the last message without an answer: it survives a reload. */
const UNCONFIRMED = 'broadcast-sent'
const unconfirmed = v.pipe(v.string(), v.parseJson(), v.object({ id: v.string(), content: v.string() }))

/** Returns how many companies would get a message. */
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
  const body = { to, message, ...about, client_id: clientIdOf(JSON.stringify([to, message])) }
  const done = await attempt(async () => (await ask(sendOperatorMessage, { body })).data.count)
  if (done.ok) keepDraft(UNCONFIRMED, '')
  return done
}

/** Returns the id of a content. The server sends one id once, so that a lost answer does not repeat a message. */
function clientIdOf(content: string): string {
  const last = v.safeParse(unconfirmed, readDraft(UNCONFIRMED))
  if (last.success && last.output.content === content) return last.output.id
  const id = newClientId()
  keepDraft(UNCONFIRMED, JSON.stringify({ id, content }))
  return id
}
