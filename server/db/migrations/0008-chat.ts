/** Conversations of companies with the operators, their messages and files. */
import { type Kysely, sql } from 'kysely'
import { idColumn } from '../dialect.ts'

export async function up(db: Kysely<never>): Promise<void> {
  await addConversations(db)
  await addMessages(db)
  await addFiles(db)
  await addSends(db)
}

async function addConversations(db: Kysely<never>): Promise<void> {
  const { schema } = db
  await schema
    .createTable('conversations')
    .$call(idColumn(db))
    .addColumn('company_id', 'bigint', (column) => column.notNull().references('companies.id'))
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('order_id', 'bigint', (column) => column.references('orders.id'))
    .addColumn('topic_no', 'integer')
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('policy_id', 'bigint')
    .addColumn('assigned_to', 'bigint', (column) => column.references('customers.id').onDelete('set null'))
    .addColumn('closed', 'integer', (column) => column.notNull().defaultTo(0).check(sql`closed in (0, 1)`))
    .addColumn('last_seq', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('last_at', 'bigint')
    .addColumn('company_read_seq', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('operator_read_seq', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('waiting_since', 'bigint')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addUniqueConstraint('conversations_topic', ['order_id', 'topic_no'])
    .addCheckConstraint('conversations_kind', sql`kind in ('chat', 'advisory')`)
    .addCheckConstraint(
      'conversations_order',
      sql`(kind = 'advisory') = (order_id is not null) and (kind = 'advisory') = (topic_no is not null)`,
    )
    .addCheckConstraint(
      'conversations_read',
      sql`company_read_seq between 0 and last_seq and operator_read_seq between 0 and last_seq`,
    )
    .addCheckConstraint('conversations_last', sql`(last_seq = 0) = (last_at is null)`)
    .execute()
  await schema
    .createIndex('conversations_chat')
    .unique()
    .on('conversations')
    .column('company_id')
    .where(sql.ref('kind'), '=', sql.lit('chat'))
    .execute()
  const indexes = {
    conversations_company: ['company_id', 'kind'],
    conversations_recent: ['company_id', 'last_at', 'id'],
    conversations_last_at: ['last_at', 'id'],
    conversations_waiting: ['waiting_since', 'id'],
    conversations_assigned: ['assigned_to', 'waiting_since', 'id'],
  }
  for (const [name, columns] of Object.entries(indexes)) {
    await schema.createIndex(name).on('conversations').columns(columns).execute()
  }
}

async function addMessages(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('chat_messages')
    .$call(idColumn(db))
    .addColumn('conversation_id', 'bigint', (column) => column.notNull().references('conversations.id'))
    .addColumn('seq', 'bigint', (column) => column.notNull().check(sql`seq > 0`))
    .addColumn('side', 'text', (column) => column.notNull().check(sql`side in ('company', 'operator')`))
    .addColumn('sender_id', 'bigint', (column) => column.notNull().references('customers.id'))
    .addColumn('admin', 'text')
    .addColumn('type', 'integer', (column) => column.notNull().check(sql`type in (0, 1, 2)`))
    .addColumn('detail', 'text', (column) => column.notNull())
    .addColumn('object_id', 'bigint', (column) => column.references('stored_objects.id'))
    .addColumn('size', 'bigint')
    .addColumn('client_id', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addUniqueConstraint('chat_messages_seq', ['conversation_id', 'seq'])
    .addUniqueConstraint('chat_messages_client', ['conversation_id', 'sender_id', 'client_id'])
    .addCheckConstraint('chat_messages_admin', sql`(side = 'operator') = (admin is not null)`)
    .addCheckConstraint(
      'chat_messages_object',
      sql`(type = 0) = (object_id is null) and (type = 0) = (size is null)`,
    )
    .execute()
}

async function addFiles(db: Kysely<never>): Promise<void> {
  const { schema } = db
  await schema
    .createTable('chat_files')
    .$call(idColumn(db))
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('company_id', 'bigint', (column) => column.notNull().references('companies.id'))
    .addColumn('side', 'text', (column) => column.notNull().check(sql`side in ('company', 'operator')`))
    .addColumn('sender_id', 'bigint', (column) => column.notNull().references('customers.id'))
    .addColumn('admin', 'text')
    .addColumn('order_id', 'bigint', (column) => column.references('orders.id'))
    .addColumn('conversation_id', 'bigint', (column) => column.references('conversations.id'))
    .addColumn('object_id', 'bigint', (column) => column.notNull().references('stored_objects.id'))
    .addColumn('local_name', 'text', (column) => column.notNull())
    .addColumn('remark', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    .addCheckConstraint(
      'chat_files_kind',
      sql`kind = 'chat_file' or (kind = 'advisory_attachment' and order_id is not null)`,
    )
    .addCheckConstraint('chat_files_admin', sql`(side = 'operator') = (admin is not null)`)
    .execute()
  await schema
    .createIndex('chat_files_company')
    .on('chat_files')
    .columns(['company_id', 'kind', 'side', 'id'])
    .execute()
  await schema.createIndex('chat_files_order').on('chat_files').columns(['order_id', 'kind', 'id']).execute()
}

async function addSends(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('chat_sends')
    .addColumn('company_id', 'bigint', (column) => column.primaryKey().references('companies.id'))
    .addColumn('minute', 'bigint', (column) => column.notNull())
    .addColumn('sends', 'integer', (column) => column.notNull())
    .execute()
}
