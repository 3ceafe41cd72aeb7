/** The operating company, company levels, stored objects and uploads under way. */
import { type Kysely, sql } from 'kysely'
import { idColumn } from '../dialect.ts'

/** What every company has when it comes; operators change it. Megabytes of 1024² bytes. */
const LEVELS = [
  [1, '基础版', '适合刚开始整理申报材料的企业', 1024],
  [2, '专业版', '适合每年申报多项政策的企业', 10_240],
  [3, '旗舰版', '适合集团和多部门共同申报', 51_200],
] as const

export async function up(db: Kysely<never>): Promise<void> {
  await addPackages(db)
  await extendCompanies(db)
  await addObjects(db)
  await addOperatingCompany(db)
}

async function addPackages(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('packages')
    .addColumn('level', 'integer', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('description', 'text', (column) => column.notNull())
    .addColumn('file_storage_mb', 'integer', (column) => column.notNull().check(sql`file_storage_mb >= 0`))
    .execute()
  for (const [level, name, description, megabytes] of LEVELS) {
    await sql`insert into packages (level, name, description, file_storage_mb)
      values (${level}, ${name}, ${description}, ${megabytes})`.execute(db)
  }
}

async function extendCompanies(db: Kysely<never>): Promise<void> {
  // SQLite takes one new column a statement, and none that refers to another table and has a default.
  await db.schema
    .alterTable('companies')
    .addColumn('level', 'integer', (column) => column.notNull().defaultTo(1))
    .execute()
  for (const name of ['used_bytes', 'reserved_bytes']) {
    await db.schema
      .alterTable('companies')
      .addColumn(name, 'bigint', (column) =>
        column
          .notNull()
          .defaultTo(0)
          .check(sql`${sql.ref(name)} >= 0`),
      )
      .execute()
  }
}

async function addObjects(db: Kysely<never>): Promise<void> {
  const { schema } = db
  await schema
    .createTable('stored_objects')
    .$call(idColumn(db))
    .addColumn('bucket', 'text', (column) => column.notNull())
    .addColumn('key', 'text', (column) => column.notNull().unique())
    .addColumn('company_id', 'bigint', (column) => column.notNull().references('companies.id'))
    .addColumn('size', 'bigint', (column) => column.notNull().check(sql`size >= 0`))
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addCheckConstraint('stored_objects_bucket', sql`bucket in ('documents', 'static')`)
    .execute()
  await schema.createIndex('stored_objects_company').on('stored_objects').column('company_id').execute()
  await schema
    .createTable('object_holds')
    .addColumn('object_id', 'bigint', (column) => column.notNull().references('stored_objects.id'))
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('holder_id', 'bigint', (column) => column.notNull())
    .addColumn('company_id', 'bigint', (column) => column.notNull().references('companies.id'))
    .addColumn('operators', 'integer', (column) => column.notNull().check(sql`operators in (0, 1)`))
    .addPrimaryKeyConstraint('object_holds_key', ['object_id', 'kind', 'holder_id'])
    .execute()
  await schema
    .createTable('uploads')
    .addColumn('prefix', 'text', (column) => column.primaryKey())
    .addColumn('bucket', 'text', (column) => column.notNull())
    .addColumn('company_id', 'bigint', (column) => column.notNull().references('companies.id'))
    .addColumn('reserved_bytes', 'bigint', (column) => column.notNull().check(sql`reserved_bytes >= 0`))
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .addCheckConstraint('uploads_bucket', sql`bucket in ('documents', 'static')`)
    .execute()
  await schema.createIndex('uploads_expiry').on('uploads').column('expires_at').execute()
}

/** Operators work for it. On new data it is the first one; its id is kept, whatever it is. */
async function addOperatingCompany(db: Kysely<never>): Promise<void> {
  await sql`insert into companies (name, created_at) values ('平台运营方', 0)`.execute(db)
  await sql`insert into settings (name, value)
    select 'operating_company', max(id) from companies`.execute(db)
}
