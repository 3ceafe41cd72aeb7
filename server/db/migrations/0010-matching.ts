/** Answers to the questionnaire, follows, and what a company has already seen of its matches. */
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<never>): Promise<void> {
  await addAnswers(db)
  await addFollows(db)
  await addNews(db)
}

async function addAnswers({ schema }: Kysely<never>): Promise<void> {
  await schema
    .createTable('answers')
    .addColumn('company_id', 'bigint', (column) =>
      column.notNull().references('companies.id').onDelete('cascade'),
    )
    .addColumn('fact', 'text', (column) => column.notNull())
    .addColumn('value', 'text', (column) => column.notNull())
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('answers_key', ['company_id', 'fact'])
    .execute()
}

async function addFollows({ schema }: Kysely<never>): Promise<void> {
  await schema
    .createTable('follows')
    .addColumn('company_id', 'bigint', (column) =>
      column.notNull().references('companies.id').onDelete('cascade'),
    )
    .addColumn('policy_id', 'bigint', (column) => column.notNull())
    .addColumn('customer_id', 'bigint', (column) => column.references('customers.id').onDelete('set null'))
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('muted', 'integer', (column) => column.notNull().defaultTo(0).check(sql`muted in (0, 1)`))
    .addPrimaryKeyConstraint('follows_key', ['company_id', 'policy_id'])
    .execute()
  await schema.createIndex('follows_policy').on('follows').column('policy_id').execute()
  await schema.createIndex('follows_customer').on('follows').column('customer_id').execute()
}

async function addNews({ schema }: Kysely<never>): Promise<void> {
  await schema
    .createTable('item_arrivals')
    .addColumn('item_id', 'bigint', (column) => column.primaryKey())
    .addColumn('arrived_at', 'bigint', (column) => column.notNull())
    .execute()
  await schema
    .createTable('match_visits')
    .addColumn('company_id', 'bigint', (column) =>
      column.primaryKey().references('companies.id').onDelete('cascade'),
    )
    .addColumn('seen_at', 'bigint', (column) => column.notNull())
    .addColumn('since', 'bigint')
    .execute()
}
