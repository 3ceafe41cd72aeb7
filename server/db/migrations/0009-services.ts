/** Categories of providers, experts with their free times, reservations, and messages that operators sent. */
import { type Kysely, sql } from 'kysely'
import { idColumn } from '../dialect.ts'

/** What every portal begins with; operators change it. */
const CATEGORIES = [
  ['知识产权', '专利、商标、著作权的申请、维护与维权'],
  ['财税服务', '代理记账、纳税申报、研发费用归集与审计'],
  ['法律服务', '合同审查、合规、劳动与争议解决'],
  ['检验检测', '产品检验、检测、计量与认证'],
  ['科技成果转化', '技术转让、技术合同登记与产学研对接'],
  ['人力资源', '招聘、培训、社保与人才政策办理'],
] as const

export async function up(db: Kysely<never>): Promise<void> {
  await addCategories(db)
  await addExperts(db)
  await addReservations(db)
  await addSlots(db)
  await addBroadcasts(db)
}

async function addCategories(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('provider_categories')
    .$call(idColumn(db))
    .addColumn('name', 'text', (column) => column.notNull().unique())
    .addColumn('description', 'text', (column) => column.notNull())
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('hidden', 'integer', (column) => column.notNull().check(sql`hidden in (0, 1)`))
    .execute()
  await db.schema
    .createIndex('provider_categories_position')
    .on('provider_categories')
    .columns(['position', 'id'])
    .execute()
  for (const [index, [name, description]] of CATEGORIES.entries()) {
    await sql`insert into provider_categories (name, description, position, hidden)
      values (${name}, ${description}, ${index + 1}, 0)`.execute(db)
  }
}

async function addExperts(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('experts')
    .$call(idColumn(db))
    .addColumn('operator_id', 'bigint', (column) => column.references('customers.id').onDelete('set null'))
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('fields', 'text', (column) => column.notNull())
    .addColumn('intro', 'text', (column) => column.notNull())
    .addColumn('hidden', 'integer', (column) => column.notNull().check(sql`hidden in (0, 1)`))
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('experts_operator').on('experts').column('operator_id').execute()
}

async function addReservations(db: Kysely<never>): Promise<void> {
  const { schema } = db
  await schema
    .createTable('reservations')
    .$call(idColumn(db))
    .addColumn('company_id', 'bigint', (column) =>
      column.notNull().references('companies.id').onDelete('cascade'),
    )
    .addColumn('customer_id', 'bigint', (column) => column.references('customers.id').onDelete('set null'))
    .addColumn('client_id', 'text')
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('target_id', 'bigint', (column) => column.notNull())
    .addColumn('target_name', 'text')
    .addColumn('starts_at', 'bigint')
    .addColumn('ends_at', 'bigint')
    .addColumn('contact', 'text', (column) => column.notNull())
    .addColumn('phone', 'text', (column) => column.notNull())
    .addColumn('note', 'text')
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('answer', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('changed_at', 'bigint', (column) => column.notNull())
    .addCheckConstraint('reservations_kind', sql`kind in ('expert', 'provider', 'fund', 'upgrade')`)
    .addCheckConstraint(
      'reservations_state',
      sql`state in ('requested', 'confirmed', 'declined', 'cancelled', 'done')`,
    )
    .addUniqueConstraint('reservations_client', ['company_id', 'client_id'])
    .execute()
  await schema
    .createIndex('reservations_newest')
    .on('reservations')
    .columns(['company_id', 'created_at', 'id'])
    .execute()
  await schema
    .createIndex('reservations_state_newest')
    .on('reservations')
    .columns(['state', 'created_at', 'id'])
    .execute()
  await schema
    .createIndex('reservations_all_newest')
    .on('reservations')
    .columns(['created_at', 'id'])
    .execute()
  await schema.createIndex('reservations_customer').on('reservations').column('customer_id').execute()
}

/** A slot knows who has it: taking it is one conditional update, and it can have one reservation only. */
async function addSlots(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('expert_slots')
    .$call(idColumn(db))
    .addColumn('expert_id', 'bigint', (column) => column.notNull().references('experts.id'))
    .addColumn('starts_at', 'bigint', (column) => column.notNull())
    .addColumn('ends_at', 'bigint', (column) => column.notNull())
    .addColumn('reservation_id', 'bigint', (column) =>
      column.unique().references('reservations.id').onDelete('set null'),
    )
    .addCheckConstraint('expert_slots_order', sql`ends_at > starts_at`)
    .addUniqueConstraint('expert_slots_start', ['expert_id', 'starts_at'])
    .execute()
}

async function addBroadcasts(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('broadcasts')
    .$call(idColumn(db))
    .addColumn('client_id', 'text', (column) => column.notNull().unique())
    .addColumn('operator_id', 'bigint', (column) => column.references('customers.id').onDelete('set null'))
    .addColumn('audience', 'text', (column) => column.notNull())
    .addColumn('message', 'text', (column) => column.notNull())
    .addColumn('category', 'text', (column) => column.notNull())
    .addColumn('platform_policy_id', 'bigint')
    .addColumn('companies', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addCheckConstraint('broadcasts_category', sql`category in ('policy', 'application')`)
    .execute()
  await db.schema.createIndex('broadcasts_operator').on('broadcasts').column('operator_id').execute()
}
