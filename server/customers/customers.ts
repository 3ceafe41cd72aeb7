import type { Customer } from '../../src/lib/contract/account/customer.ts'
import { maskPhone } from '../../src/lib/rules/text/phone.ts'
import type { Database } from '../db/schema.ts'
import { operatingCompany } from '../db/settings.ts'

export interface CustomerRow {
  id: number
  phone: string
  name: string
  company_id: number
  company_name: string
}

/** Returns a customer for the wire. Every call looks the role up, so that it can be withdrawn. */
export function toCustomer(row: CustomerRow, isOperator: boolean): Customer {
  return {
    id: row.id,
    name: row.name,
    phone: maskPhone(row.phone),
    company_id: row.company_id,
    company_name: row.company_name === companyName(row.company_id) ? null : row.company_name,
    role: isOperator ? 'operator' : 'company',
  }
}

/** Returns the customer of a phone; a new one gets a company, an operator joins the operating one. Call it in a transaction. */
export async function findOrCreateCustomer(
  db: Database,
  phone: string,
  isOperator: boolean,
  nowMs: number,
): Promise<{ customer: CustomerRow; created: boolean }> {
  const known = await findByPhone(db, phone)
  if (known) return { customer: known, created: false }

  const company_id = isOperator ? await operatingCompany(db) : await createCompany(db, nowMs)
  const inserted = await db
    .insertInto('customers')
    .values({ phone, name: '', company_id, created_at: nowMs })
    .onConflict((row) => row.column('phone').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (inserted) {
    const name = isOperator ? `运营人员${inserted.id}` : companyName(company_id)
    await db.updateTable('customers').set({ name }).where('id', '=', inserted.id).execute()
    return { customer: { id: inserted.id, phone, name, company_id, company_name: name }, created: true }
  }

  if (!isOperator) await db.deleteFrom('companies').where('id', '=', company_id).execute()
  return findOrCreateCustomer(db, phone, isOperator, nowMs)
}

export async function createCompany(db: Database, nowMs: number): Promise<number> {
  const { id } = await db
    .insertInto('companies')
    .values({ name: '', created_at: nowMs })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .updateTable('companies')
    .set({ name: companyName(id) })
    .where('id', '=', id)
    .execute()
  return id
}

function companyName(id: number): string {
  return `企业用户${id}`
}

export async function recordConsent(
  db: Database,
  customerId: number,
  version: string,
  nowMs: number,
): Promise<void> {
  await db
    .insertInto('consents')
    .values({ customer_id: customerId, version, agreed_at: nowMs })
    .onConflict((row) => row.columns(['customer_id', 'version']).doNothing())
    .execute()
}

function findByPhone(db: Database, phone: string): Promise<CustomerRow | undefined> {
  return db
    .selectFrom('customers')
    .innerJoin('companies', 'companies.id', 'company_id')
    .select(['customers.id', 'phone', 'customers.name', 'company_id', 'companies.name as company_name'])
    .where('phone', '=', phone)
    .executeTakeFirst()
}
