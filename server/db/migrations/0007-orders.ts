/** Application orders with their history, and the files that companies add to them. */
import { type Kysely, sql } from 'kysely'
import { idColumn } from '../dialect.ts'

export async function up(db: Kysely<never>): Promise<void> {
  await addOrders(db)
  await addEvents(db)
  await addFiles(db)
}

async function addOrders(db: Kysely<never>): Promise<void> {
  const { schema } = db
  await schema
    .createTable('orders')
    .$call(idColumn(db))
    .addColumn('company_id', 'bigint', (column) => column.notNull().references('companies.id'))
    .addColumn('customer_id', 'bigint', (column) => column.notNull().references('customers.id'))
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('item_id', 'bigint')
    .addColumn('platform_policy_id', 'bigint')
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('receipt_no', 'text', (column) => column.unique())
    .addColumn('client_id', 'text')
    .addColumn('fields', 'text', (column) => column.notNull())
    .addColumn('operator_id', 'bigint', (column) => column.references('customers.id'))
    .addColumn('submitted_at', 'bigint')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    .addColumn('revision', 'integer', (column) => column.notNull())
    .addUniqueConstraint('orders_client', ['company_id', 'kind', 'client_id'])
    .addCheckConstraint('orders_kind', sql`kind in ('application', 'loan', 'provider', 'company')`)
    .addCheckConstraint('orders_item', sql`(kind = 'application') = (item_id is not null)`)
    .addCheckConstraint(
      'orders_state',
      sql`state in ('draft', 'submitted', 'reviewing', 'more-needed', 'approved', 'publicity', 'paid',
        'rejected', 'withdrawn')`,
    )
    .addCheckConstraint('orders_receipt', sql`(receipt_no is null) = (submitted_at is null)`)
    .execute()
  await schema.createIndex('orders_company').on('orders').columns(['company_id', 'id']).execute()
  await schema.createIndex('orders_submitted').on('orders').columns(['submitted_at', 'id']).execute()
  await schema.createIndex('orders_state').on('orders').columns(['state', 'submitted_at', 'id']).execute()
}

async function addEvents(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('order_events')
    .$call(idColumn(db))
    .addColumn('order_id', 'bigint', (column) => column.notNull().references('orders.id').onDelete('cascade'))
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('actor', 'text', (column) => column.notNull())
    .addColumn('note', 'text', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('order_events_order').on('order_events').columns(['order_id', 'id']).execute()
}

async function addFiles(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('service_files')
    .$call(idColumn(db))
    .addColumn('order_id', 'bigint', (column) => column.notNull().references('orders.id'))
    .addColumn('object_id', 'bigint', (column) => column.notNull().references('stored_objects.id'))
    .addColumn('customer_id', 'bigint', (column) => column.notNull().references('customers.id'))
    .addColumn('local_name', 'text', (column) => column.notNull())
    .addColumn('again', 'integer', (column) => column.notNull().check(sql`again in (0, 1)`))
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    .addUniqueConstraint('service_files_object', ['order_id', 'object_id'])
    .execute()
}
