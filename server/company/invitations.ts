/** Invitations: for one colleague each, stored only as the hash of their code. */
import { hash, randomInt } from 'node:crypto'
import {
  INVITATION_DAYS,
  INVITATIONS_MAX,
  type Invitation,
} from '../../src/lib/contract/account/colleague.ts'
import type { Customer } from '../../src/lib/contract/account/customer.ts'
import { CODES } from '../../src/lib/contract/envelope.ts'
import { INVITATION_ALPHABET, INVITATION_LENGTH } from '../../src/lib/rules/text/invitation-code.ts'
import { DAY_MS } from '../../src/lib/rules/time/durations.ts'
import { toTimestamp } from '../db/page.ts'
import type { Database } from '../db/schema.ts'
import { Refusal } from '../http/refusal.ts'
import { lockCompany } from './lock-company.ts'

type Person = Pick<Customer, 'id' | 'company_id'>

export async function openInvitations(db: Database, companyId: number, nowMs: number): Promise<Invitation[]> {
  const rows = await db
    .selectFrom('invitations')
    .leftJoin('customers', 'customers.id', 'invitations.customer_id')
    .select(['invitations.id', 'customers.name as by', 'invitations.created_at', 'expires_at'])
    .where('invitations.company_id', '=', companyId)
    .where('used_at', 'is', null)
    .where('expires_at', '>', nowMs)
    .orderBy('invitations.id', 'desc')
    .execute()
  return rows.map(({ id, by, created_at, expires_at }) => ({
    id,
    by: by ?? '已离开的成员',
    gmt_create: toTimestamp(created_at),
    expires_at: toTimestamp(expires_at),
  }))
}

export function invite(
  db: Database,
  { id: customer_id, company_id }: Person,
  nowMs: number,
): Promise<{ id: number; code: string }> {
  return db.transaction().execute(async (transaction) => {
    await lockCompany(transaction, company_id)
    if ((await openInvitations(transaction, company_id, nowMs)).length >= INVITATIONS_MAX) {
      throw new Refusal(CODES.conflict, `有效的邀请码最多 ${INVITATIONS_MAX} 个，请先作废不用的邀请码`)
    }
    const code = makeCode()
    const { id } = await transaction
      .insertInto('invitations')
      .values({
        company_id,
        customer_id,
        code_hash: hashCode(code),
        created_at: nowMs,
        expires_at: nowMs + INVITATION_DAYS * DAY_MS,
        used_at: null,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { id, code }
  })
}

export async function revoke(db: Database, companyId: number, id: number): Promise<void> {
  await db
    .deleteFrom('invitations')
    .where('id', '=', id)
    .where('company_id', '=', companyId)
    .where('used_at', 'is', null)
    .returning('id')
    .executeTakeFirstOrThrow(() => new Refusal(CODES.none, '没有找到这个邀请码，它可能已被使用'))
}

export async function invitingCompany(db: Database, code: string): Promise<number | undefined> {
  const invitation = await db
    .selectFrom('invitations')
    .select('company_id')
    .where('code_hash', '=', hashCode(code))
    .executeTakeFirst()
  return invitation?.company_id
}

/** Uses an invitation up, in the transaction that moves the person. @throws Refusal 400 for a wrong, used or expired code */
export async function takeInvitation(transaction: Database, code: string, nowMs: number): Promise<number> {
  const taken = await transaction
    .updateTable('invitations')
    .set({ used_at: nowMs })
    .where('code_hash', '=', hashCode(code))
    .where('used_at', 'is', null)
    .where('expires_at', '>', nowMs)
    .returning('company_id')
    .executeTakeFirst()
  if (taken) return taken.company_id
  const known = await transaction
    .selectFrom('invitations')
    .select('used_at')
    .where('code_hash', '=', hashCode(code))
    .executeTakeFirstOrThrow(() => new Refusal(CODES.invalid, '邀请码不正确，请检查是否有误'))
  throw new Refusal(
    CODES.invalid,
    known.used_at === null ? '邀请码已过期，请同事重新生成' : '邀请码已被使用，请同事重新生成',
  )
}

function makeCode(): string {
  const letter = () => INVITATION_ALPHABET[randomInt(INVITATION_ALPHABET.length)]
  return Array.from({ length: INVITATION_LENGTH }, letter).join('')
}

function hashCode(code: string): string {
  return hash('sha256', code, 'hex')
}
