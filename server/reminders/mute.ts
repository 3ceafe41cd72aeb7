/** Silence: about a policy, or about new matches. */

import type { Customer } from '../../src/lib/contract/account/customer.ts'
import type { muteMessage } from '../../src/lib/contract/account/reminder.ts'
import type { AnswerOf } from '../../src/lib/contract/call.ts'
import { CODES } from '../../src/lib/contract/envelope.ts'
import type { Database } from '../db/schema.ts'
import { Refusal } from '../http/refusal.ts'
import { findMessage } from '../messages/messages.ts'
import { writeSettings } from './settings.ts'

type Person = Pick<Customer, 'id' | 'company_id'>

/** False when the company does not follow the policy. */
export async function setMuted(
  db: Database,
  companyId: number,
  policyId: number,
  muted: boolean,
): Promise<boolean> {
  const changed = await db
    .updateTable('follows')
    .set({ muted: muted ? 1 : 0 })
    .where('company_id', '=', companyId)
    .where('policy_id', '=', policyId)
    .returning('policy_id')
    .executeTakeFirst()
  return changed !== undefined
}

/**
 * Turns off what has led to a message. A policy that is no longer followed is silent already.
 * @throws Refusal 404 no such message, 409 the portal did not send it by itself
 */
export async function muteLike(
  db: Database,
  person: Person,
  messageId: number,
  nowMs: number,
): Promise<AnswerOf<typeof muteMessage>> {
  const message = await findMessage(db, person, messageId)
  if (!message) throw new Refusal(CODES.none, '没有找到这条消息，它可能已被删除')
  const { topic, platform_policy_id } = message
  if (topic === null) throw new Refusal(CODES.conflict, '这类消息不能关闭')
  if (topic === 'match') {
    await db.transaction().execute((tx) => writeSettings(tx, person, { matches: false }, nowMs))
    return { muted: 'matches', platform_policy_id: null }
  }
  if (platform_policy_id !== null) await setMuted(db, person.company_id, platform_policy_id, true)
  return { muted: 'policy', platform_policy_id }
}
