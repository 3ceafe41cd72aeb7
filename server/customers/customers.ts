/** Customers: people of a company, known by their phone. */
import type { Customer } from '../../src/lib/contract/customer.ts'
import { maskPhone } from '../../src/lib/rules/phone.ts'
import type { Config } from '../config.ts'
import type { Database } from '../db/schema.ts'
import { operatingCompany } from '../db/settings.ts'

export interface CustomerRow {
  id: number
  phone: string
  name: string
  company_id: number
}

/** What the wire says about a customer. The role follows the configuration, so that it can be taken away. */
export function toCustomer(row: CustomerRow, config: Config): Customer {
  return {
    id: row.id,
    name: row.name,
    phone: maskPhone(row.phone),
    company_id: row.company_id,
    role: config.operatorPhones.has(row.phone) ? 'operator' : 'company',
  }
}

/**
 * The customer of a phone; a new phone gets a customer and a company, an operator's joins the operating company. To be
 * called in a transaction.
 * Of two first logins at once, the one that comes second finds the customer of the first.
 */
export async function findOrCreateCustomer(
  db: Database,
  phone: string,
  isOperator: boolean,
  nowMs: number,
): Promise<{ customer: CustomerRow; created: boolean }> {
  const known = await findByPhone(db, phone)
  if (known) return { customer: known, created: false }

  const name = `${isOperator ? '运营人员' : '企业用户'}${phone.slice(-4)}`
  const company_id = isOperator ? await operatingCompany(db) : await createCompany(db, name, nowMs)
  const customer = await db
    .insertInto('customers')
    .values({ phone, name, company_id, created_at: nowMs })
    .onConflict((row) => row.column('phone').doNothing())
    .returning(['id', 'phone', 'name', 'company_id'])
    .executeTakeFirst()
  if (customer) return { customer, created: true }

  if (!isOperator) await db.deleteFrom('companies').where('id', '=', company_id).execute()
  return findOrCreateCustomer(db, phone, isOperator, nowMs)
}

export async function createCompany(db: Database, name: string, nowMs: number): Promise<number> {
  const { id } = await db
    .insertInto('companies')
    .values({ name, created_at: nowMs })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Keeps what the person agreed to and when; the first time counts. */
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
    .select(['id', 'phone', 'name', 'company_id'])
    .where('phone', '=', phone)
    .executeTakeFirst()
}
