/** Profile, colleagues by invitation, sessions with their devices, and the deletion of a company. */
import { type Kysely, sql } from 'kysely'
import { idColumn } from '../dialect.ts'

export async function up(db: Kysely<never>): Promise<void> {
  await addProfiles(db)
  await addInvitations(db)
  await addDeletions(db)
  // When somebody came to the company; null: with the first login.
  await db.schema.alterTable('customers').addColumn('joined_at', 'bigint').execute()
  await db.schema.alterTable('sessions').addColumn('device', 'text').execute()
}

async function addProfiles({ schema }: Kysely<never>): Promise<void> {
  await schema
    .createTable('company_profiles')
    .addColumn('company_id', 'bigint', (column) =>
      column.primaryKey().references('companies.id').onDelete('cascade'),
    )
    .addColumn('credit_code', 'text', (column) => column.notNull())
    .addColumn('legal_person', 'text', (column) => column.notNull())
    .addColumn('address', 'text', (column) => column.notNull())
    .addColumn('contact', 'text', (column) => column.notNull())
    .addColumn('phone', 'text', (column) => column.notNull())
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    .execute()
}

async function addInvitations(db: Kysely<never>): Promise<void> {
  const { schema } = db
  await schema
    .createTable('invitations')
    .$call(idColumn(db))
    .addColumn('company_id', 'bigint', (column) =>
      column.notNull().references('companies.id').onDelete('cascade'),
    )
    .addColumn('customer_id', 'bigint', (column) => column.references('customers.id').onDelete('set null'))
    .addColumn('code_hash', 'text', (column) => column.notNull().unique())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .addColumn('used_at', 'bigint')
    .execute()
  await schema.createIndex('invitations_company').on('invitations').column('company_id').execute()
  await schema.createIndex('invitations_customer').on('invitations').column('customer_id').execute()
  await schema
    .createTable('join_tries')
    .$call(idColumn(db))
    .addColumn('customer_id', 'bigint', (column) =>
      column.notNull().references('customers.id').onDelete('cascade'),
    )
    .addColumn('address', 'text', (column) => column.notNull())
    .addColumn('tried_at', 'bigint', (column) => column.notNull())
    .execute()
  await schema
    .createIndex('join_tries_customer')
    .on('join_tries')
    .columns(['customer_id', 'tried_at'])
    .execute()
  await schema.createIndex('join_tries_address').on('join_tries').columns(['address', 'tried_at']).execute()
}

/** Without a reference: it outlives the company until its last object is gone. */
async function addDeletions({ schema }: Kysely<never>): Promise<void> {
  await schema
    .createTable('company_deletions')
    .addColumn('company_id', 'bigint', (column) => column.primaryKey())
    .addColumn('requested_by', 'text', (column) => column.notNull())
    .addColumn('requested_at', 'bigint', (column) => column.notNull())
    .addColumn('due_at', 'bigint', (column) => column.notNull())
    .addColumn('started_at', 'bigint')
    .addCheckConstraint('company_deletions_grace', sql`due_at >= requested_at`)
    .execute()
}
