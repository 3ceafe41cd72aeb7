/** Reminders before windows close, changes of policies between builds, new matches: each told once. */
import { type Kysely, sql } from 'kysely'
import { idColumn } from '../dialect.ts'

export async function up(db: Kysely<never>): Promise<void> {
  await addSettings(db)
  await addReminders(db)
  await addVersions(db)
  await addNotices(db)
  await db.schema
    .alterTable('messages')
    .addColumn('topic', 'text', (column) => column.check(sql`topic in ('deadline', 'change', 'match')`))
    .execute()
}

async function addSettings({ schema }: Kysely<never>): Promise<void> {
  await schema
    .createTable('reminder_settings')
    .addColumn('company_id', 'bigint', (column) =>
      column.primaryKey().references('companies.id').onDelete('cascade'),
    )
    .addColumn('changes', 'integer', (column) => column.notNull().check(sql`changes in (0, 1)`))
    .addColumn('matches', 'integer', (column) => column.notNull().check(sql`matches in (0, 1)`))
    .execute()
  await schema
    .createTable('reminder_leads')
    .addColumn('company_id', 'bigint', (column) =>
      column.notNull().references('companies.id').onDelete('cascade'),
    )
    .addColumn('days', 'integer', (column) => column.notNull().check(sql`days between 0 and 90`))
    .addColumn('since', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('reminder_leads_key', ['company_id', 'days'])
    .execute()
  await schema
    .createTable('reminder_sms')
    .addColumn('customer_id', 'bigint', (column) =>
      column.primaryKey().references('customers.id').onDelete('cascade'),
    )
    .addColumn('since', 'bigint', (column) => column.notNull())
    .execute()
}

async function addReminders({ schema }: Kysely<never>): Promise<void> {
  await schema
    .createTable('policy_reminders')
    .addColumn('company_id', 'bigint', (column) =>
      column.notNull().references('companies.id').onDelete('cascade'),
    )
    .addColumn('policy_id', 'bigint', (column) => column.notNull())
    .addColumn('closes', 'text', (column) => column.notNull())
    .addColumn('lead_days', 'integer', (column) => column.notNull())
    .addColumn('sent_at', 'bigint', (column) => column.notNull())
    // A pass goes from policy to policy: in this order it writes what lies together.
    .addPrimaryKeyConstraint('policy_reminders_key', ['policy_id', 'closes', 'company_id', 'lead_days'])
    .execute()
  await schema.createIndex('policy_reminders_sent').on('policy_reminders').column('sent_at').execute()
  // Followers of a policy are gone through page by page.
  await schema
    .createIndex('follows_policy_company')
    .on('follows')
    .columns(['policy_id', 'company_id'])
    .execute()
}

async function addVersions({ schema }: Kysely<never>): Promise<void> {
  await schema
    .createTable('policy_versions')
    .addColumn('kind', 'text', (column) => column.notNull().check(sql`kind in ('original', 'item')`))
    .addColumn('page_id', 'bigint', (column) => column.notNull())
    .addColumn('policy_id', 'bigint')
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('window', 'text')
    .addColumn('amount', 'text')
    .addColumn('text', 'text')
    .addPrimaryKeyConstraint('policy_versions_key', ['kind', 'page_id'])
    .execute()
}

async function addNotices(db: Kysely<never>): Promise<void> {
  const { schema } = db
  await schema
    .createTable('policy_changes')
    .$call(idColumn(db))
    .addColumn('policy_id', 'bigint', (column) => column.notNull())
    .addColumn('built_at', 'bigint', (column) => column.notNull())
    .addColumn('message', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addUniqueConstraint('policy_changes_build', ['policy_id', 'built_at'])
    .execute()
  await schema
    .createTable('policy_change_notices')
    .addColumn('change_id', 'bigint', (column) =>
      column.notNull().references('policy_changes.id').onDelete('cascade'),
    )
    .addColumn('company_id', 'bigint', (column) =>
      column.notNull().references('companies.id').onDelete('cascade'),
    )
    .addPrimaryKeyConstraint('policy_change_notices_key', ['change_id', 'company_id'])
    .execute()
  await schema
    .createTable('match_notices')
    .addColumn('item_id', 'bigint', (column) => column.notNull())
    .addColumn('company_id', 'bigint', (column) =>
      column.notNull().references('companies.id').onDelete('cascade'),
    )
    .addColumn('sent_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('match_notices_key', ['item_id', 'company_id'])
    .execute()
  // Deleting a company looks for its rows by this column.
  for (const table of ['policy_change_notices', 'match_notices'] as const) {
    await schema.createIndex(`${table}_company`).on(table).column('company_id').execute()
  }
}
