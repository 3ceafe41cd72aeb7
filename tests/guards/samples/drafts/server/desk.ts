import type { Database } from './schema.ts'

export function ofCompany(db: Database, companyId: number) {
  return db.selectFrom('orders').select('id').where('company_id', '=', companyId)
}

export function submitted(db: Database) {
  return db.selectFrom('submitted_orders').select(['id', 'company_id'])
}

export function all(db: Database) {
  return db.selectFrom('orders').select('id')
}

export function joined(db: Database) {
  return db.selectFrom('companies').innerJoin('conversations as talk', 'talk.id', 'companies.id').select('talk.id')
}

export function forms(db: Database) {
  return db.selectFrom('form_drafts').select('content')
}
