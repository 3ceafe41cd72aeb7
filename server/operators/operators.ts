/** The operators: rows of the database, to which each start adds those of the setting. */
import { CODES } from '../../src/lib/contract/envelope.ts'
import { OPERATORS_PER_PAGE, type OperatorAccount } from '../../src/lib/contract/operator/operator.ts'
import { maskPhone } from '../../src/lib/rules/text/phone.ts'
import { moveOut } from '../company/people.ts'
import { type Page, pageOfRows, toTimestamp } from '../db/page.ts'
import type { Database } from '../db/schema.ts'
import { operatingCompany, passGate } from '../db/settings.ts'
import { Refusal } from '../http/refusal.ts'
import { removeFactor } from './factor.ts'

export async function isOperator(db: Database, phone: string): Promise<boolean> {
  const found = await db
    .selectFrom('operators')
    .select('id')
    .where('phone', '=', phone)
    .where('withdrawn_at', 'is', null)
    .executeTakeFirst()
  return found !== undefined
}

export async function hasOperators(db: Database): Promise<boolean> {
  const one = db.selectFrom('operators').select('id').where('withdrawn_at', 'is', null).limit(1)
  return (await one.executeTakeFirst()) !== undefined
}

/**
 * Adds the phones of the setting and removes its former ones. An operator whom the desk has withdrawn stays withdrawn.
 * @returns the changed phones
 */
export function followSetting(
  db: Database,
  phones: ReadonlySet<string>,
  nowMs: number,
): Promise<{ added: string[]; withdrawn: string[] }> {
  return db.transaction().execute(async (transaction) => {
    await passGate(transaction, 'operators_gate')
    const before = await transaction
      .selectFrom('operators')
      .select(['phone', 'from_setting', 'withdrawn_at'])
      .execute()
    const known = new Set(before.map(({ phone }) => phone))
    const added = [...phones].filter((phone) => !known.has(phone))
    const gone = before.filter(({ phone, from_setting }) => from_setting === 1 && !phones.has(phone))
    for (const phone of phones) {
      await transaction
        .insertInto('operators')
        .values({ phone, from_setting: 1, added_at: nowMs, added_by: null })
        .onConflict((row) => row.column('phone').doUpdateSet({ from_setting: 1 }))
        .execute()
    }
    const withdrawn = gone.flatMap(({ phone, withdrawn_at }) => (withdrawn_at === null ? phone : []))
    for (const phone of withdrawn) await sendOut(transaction, phone, nowMs)
    for (const { phone } of gone) {
      await transaction.deleteFrom('operators').where('phone', '=', phone).execute()
    }
    return { added, withdrawn }
  })
}

export function pageOfOperators(
  db: Database,
  myId: number | undefined,
  page: number,
  nowMs: number,
): Promise<Page<OperatorAccount>> {
  const rows = db
    .selectFrom('operators')
    .leftJoin('customers', 'customers.phone', 'operators.phone')
    .leftJoin('customers as colleague', 'colleague.id', 'operators.added_by')
    .select(['operators.id', 'operators.phone', 'from_setting', 'added_at', 'secret', 'customers.name'])
    .select(['customers.id as person_id', 'colleague.name as added_by'])
    .select((row) => [
      row
        .selectFrom('sessions')
        .select((session) => session.fn.max('seen_at').as('seen_at'))
        .whereRef('customer_id', '=', 'customers.id')
        .where('expires_at', '>', nowMs)
        .as('seen_at'),
      row
        .selectFrom('recovery_codes')
        .select((code) => code.fn.countAll<number>().as('count'))
        .whereRef('operator_id', '=', 'operators.id')
        .as('codes'),
    ])
    .where('withdrawn_at', 'is', null)
    .orderBy('operators.id')
  return pageOfRows(rows, { page, perPage: OPERATORS_PER_PAGE }, (row) => ({
    id: row.id,
    person_id: row.person_id,
    name: row.name,
    phone: maskPhone(row.phone),
    me: row.id === myId,
    from_setting: row.from_setting === 1,
    gmt_create: toTimestamp(row.added_at),
    added_by: row.added_by,
    seen_at: row.seen_at === null ? null : toTimestamp(row.seen_at),
    recovery_codes: row.secret === null ? null : (row.codes ?? 0),
  }))
}

/** Adds an operator, also a former one. Returns false for a present one. */
export function addOperatorPhone(
  db: Database,
  phone: string,
  addedBy: number,
  nowMs: number,
): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    await passGate(transaction, 'operators_gate')
    if (await isOperator(transaction, phone)) return false
    const added = { added_at: nowMs, added_by: addedBy, withdrawn_at: null }
    await transaction
      .insertInto('operators')
      .values({ ...added, phone, from_setting: 0 })
      .onConflict((row) => row.column('phone').doUpdateSet(added))
      .execute()
    return true
  })
}

/**
 * Takes the role, the second factor and the sessions from an operator.
 * @returns the phone
 * @throws Refusal 404 none, 409 the last one
 */
export function withdraw(db: Database, id: number, nowMs: number): Promise<string> {
  return db.transaction().execute(async (transaction) => {
    // Two operators could withdraw each other at once.
    await passGate(transaction, 'operators_gate')
    const operators = await transaction
      .selectFrom('operators')
      .select(['id', 'phone'])
      .where('withdrawn_at', 'is', null)
      .execute()
    const gone = operators.find((operator) => operator.id === id)
    if (!gone) throw noOperator()
    if (operators.length === 1) throw new Refusal(CODES.conflict, '这是最后一位运营人员，请先增加别人')
    await removeFactor(transaction, id)
    await transaction.updateTable('operators').set({ withdrawn_at: nowMs }).where('id', '=', id).execute()
    await sendOut(transaction, gone.phone, nowMs)
    return gone.phone
  })
}

/** Removes a former operator from the portal's company and ends their sessions. */
async function sendOut(transaction: Database, phone: string, nowMs: number): Promise<void> {
  const person = await transaction
    .selectFrom('customers')
    .select('id')
    .where('phone', '=', phone)
    .where('company_id', '=', await operatingCompany(transaction))
    .executeTakeFirst()
  if (person) await moveOut(transaction, person.id, nowMs)
  await endSessionsOf(transaction, phone)
}

/**
 * Removes the second factor of an operator. The sessions of a colleague end.
 * @returns the phone
 * @throws Refusal 404
 */
export function resetFactorOf(db: Database, id: number, isColleague: boolean): Promise<string> {
  return db.transaction().execute(async (transaction) => {
    const phone = await removeFactor(transaction, id)
    if (phone === undefined) throw noOperator()
    if (isColleague) await endSessionsOf(transaction, phone)
    return phone
  })
}

function noOperator(): Refusal {
  return new Refusal(CODES.none, '没有找到这位运营人员，可能已被撤销')
}

async function endSessionsOf(db: Database, phone: string): Promise<void> {
  const person = db.selectFrom('customers').select('id').where('phone', '=', phone)
  await db.deleteFrom('sessions').where('customer_id', 'in', person).execute()
}
