/** Companies, customers, sessions and verification codes. */
import { type Kysely, sql } from 'kysely'
import { idColumn } from '../dialect.ts'

export async function up(db: Kysely<never>): Promise<void> {
  const { schema } = db
  await schema
    .createTable('settings')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('value', 'text', (column) => column.notNull())
    .execute()
  await sql`insert into settings (name, value) values ('sms_gate', '')`.execute(db)
  await schema
    .createTable('companies')
    .$call(idColumn(db))
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute()
  await schema
    .createTable('customers')
    .$call(idColumn(db))
    .addColumn('phone', 'text', (column) => column.notNull().unique())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('company_id', 'bigint', (column) => column.notNull().references('companies.id'))
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute()
  await schema.createIndex('customers_company').on('customers').column('company_id').execute()
  await schema
    .createTable('consents')
    .addColumn('customer_id', 'bigint', (column) =>
      column.notNull().references('customers.id').onDelete('cascade'),
    )
    .addColumn('version', 'text', (column) => column.notNull())
    .addColumn('agreed_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('consents_key', ['customer_id', 'version'])
    .execute()
  await schema
    .createTable('sessions')
    .addColumn('token_hash', 'text', (column) => column.primaryKey())
    .addColumn('customer_id', 'bigint', (column) =>
      column.notNull().references('customers.id').onDelete('cascade'),
    )
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .addColumn('seen_at', 'bigint', (column) => column.notNull())
    .execute()
  await schema.createIndex('sessions_customer').on('sessions').column('customer_id').execute()
  await schema.createIndex('sessions_expiry').on('sessions').column('expires_at').execute()
  await schema
    .createTable('sms_codes')
    .addColumn('phone', 'text', (column) => column.primaryKey())
    .addColumn('code_hash', 'text', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .addColumn('tries', 'integer', (column) => column.notNull())
    .execute()
  await schema
    .createTable('sms_sends')
    .$call(idColumn(db))
    .addColumn('phone', 'text', (column) => column.notNull())
    .addColumn('address', 'text', (column) => column.notNull())
    .addColumn('sent_at', 'bigint', (column) => column.notNull())
    .execute()
  await schema.createIndex('sms_sends_phone').on('sms_sends').columns(['phone', 'sent_at']).execute()
  await schema.createIndex('sms_sends_address').on('sms_sends').columns(['address', 'sent_at']).execute()
  await schema.createIndex('sms_sends_time').on('sms_sends').column('sent_at').execute()
}
