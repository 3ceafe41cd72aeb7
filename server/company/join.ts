import { JOIN_TRIES_PER_ADDRESS, JOIN_TRIES_PER_PERSON } from '../../src/lib/contract/account/colleague.ts'
import type { Customer } from '../../src/lib/contract/account/customer.ts'
import { CODES } from '../../src/lib/contract/envelope.ts'
import { HOUR_MS } from '../../src/lib/rules/time/durations.ts'
import { countRows } from '../db/page.ts'
import type { Database, Tables } from '../db/schema.ts'
import { operatingCompany } from '../db/settings.ts'
import { passDocumentGate } from '../documents/tree.ts'
import { Refusal } from '../http/refusal.ts'
import { sendMessage } from '../news/messages.ts'
import { eraseRows } from './erase.ts'
import { invitingCompany, takeInvitation } from './invitations.ts'
import { lockCompany } from './lock-company.ts'

type Person = Pick<Customer, 'id' | 'name' | 'company_id'>

/** Rows that tie a person to a company: they cannot move and must not be lost. */
const TIES = [
  'orders',
  'document_files',
  'document_folders',
  'chat_files',
  'reservations',
  'stored_objects',
  'uploads',
] as const satisfies (keyof Tables)[]

const TRIALS = [
  'answers',
  'follows',
  'company_profiles',
  'reminder_settings',
] as const satisfies (keyof Tables)[]

/** A refusal changes nothing. @throws Refusal 400 for the code, 409 for a login that is not fresh */
export function join(
  db: Database,
  person: Person,
  { code, discard }: { code: string; discard: boolean },
  nowMs: number,
): Promise<number> {
  return db.transaction().execute(async (transaction) => {
    const inviting = await invitingCompany(transaction, code)
    await passDocumentGate(transaction, person.company_id)
    // Two people who join each other's companies at once must not deadlock.
    const companies = new Set([inviting ?? person.company_id, person.company_id])
    for (const id of [...companies].sort((a, b) => a - b)) await lockCompany(transaction, id)
    const company_id = await takeInvitation(transaction, code, nowMs)
    if (company_id === person.company_id) throw new Refusal(CODES.conflict, '您已经是这家企业的成员')
    await refuseTied(transaction, person, discard)
    await refuseDeleted(transaction, company_id)
    await transaction
      .updateTable('customers')
      .set({ company_id, joined_at: nowMs })
      .where('id', '=', person.id)
      .execute()
    await eraseRows(transaction, person.company_id, nowMs)
    await transaction.deleteFrom('companies').where('id', '=', person.company_id).execute()
    const message = `${person.name}已通过邀请码加入企业。`
    await sendMessage(transaction, { company_id, message, category: 'application' }, nowMs)
    return company_id
  })
}

async function refuseTied(transaction: Database, person: Person, discard: boolean): Promise<void> {
  const { company_id } = person
  if (company_id === (await operatingCompany(transaction))) {
    throw new Refusal(CODES.conflict, '运营人员不能加入其他企业')
  }
  const others = await transaction
    .selectFrom('customers')
    .select('id')
    .where('company_id', '=', company_id)
    .where('id', '!=', person.id)
    .executeTakeFirst()
  if (others) throw new Refusal(CODES.conflict, '您现在的企业还有其他成员，请先退出该企业，再使用邀请码')
  if ((await hasAny(transaction, TIES, company_id)) || (await hasTalked(transaction, company_id))) {
    throw new Refusal(CODES.conflict, '您的账号已有申报、文件、预约或咨询记录，不能加入其他企业')
  }
  if (!discard && (await hasAny(transaction, TRIALS, company_id))) {
    throw new Refusal(
      CODES.conflict,
      '加入后，您当前账号的问卷回答、关注、企业档案和提醒设置不会保留，请确认后再加入',
      { discards: true },
    )
  }
}

async function hasAny(
  db: Database,
  tables: readonly ((typeof TIES)[number] | (typeof TRIALS)[number])[],
  companyId: number,
): Promise<boolean> {
  for (const table of tables) {
    const row = await db
      .selectFrom(table)
      .select('company_id')
      .where('company_id', '=', companyId)
      .limit(1)
      .executeTakeFirst()
    if (row) return true
  }
  return false
}

async function hasTalked(db: Database, companyId: number): Promise<boolean> {
  const talk = await db
    .selectFrom('conversations')
    .select('id')
    .where('company_id', '=', companyId)
    .where('last_seq', '>', 0)
    .executeTakeFirst()
  return talk !== undefined
}

async function refuseDeleted(db: Database, companyId: number): Promise<void> {
  const deletion = await db
    .selectFrom('company_deletions')
    .select('company_id')
    .where('company_id', '=', companyId)
    .executeTakeFirst()
  if (deletion) throw new Refusal(CODES.conflict, '这家企业正在注销，暂不能加入')
}

/** Counts an attempt, because codes must not be guessed; outside any transaction, so that no rollback removes it. */
export async function countTry(
  db: Database,
  { customerId, address }: { customerId: number; address: string },
  nowMs: number,
): Promise<void> {
  await db.insertInto('join_tries').values({ customer_id: customerId, address, tried_at: nowMs }).execute()
  const recent = db.selectFrom('join_tries').where('tried_at', '>', nowMs - HOUR_MS)
  const byPerson = await countRows(recent.where('customer_id', '=', customerId))
  const byAddress = await countRows(recent.where('address', '=', address))
  if (byPerson > JOIN_TRIES_PER_PERSON || byAddress > JOIN_TRIES_PER_ADDRESS) {
    throw new Refusal(CODES.tooOften, '尝试次数过多，请一小时后再试')
  }
}
