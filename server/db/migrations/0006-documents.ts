/**
 * Folders and files of companies. A folder and what is in it always belong to the same company. The indexes of names
 * begin with the columns of the foreign keys: SQLite would otherwise walk through a whole company at each cascade.
 */
import { type CreateTableBuilder, type Kysely, sql } from 'kysely'
import { idColumn } from '../dialect.ts'

export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('document_gates')
    .addColumn('company_id', 'bigint', (column) => column.primaryKey().references('companies.id'))
    .addColumn('passes', 'bigint', (column) => column.notNull())
    .execute()
  await addFolders(db)
  await addFiles(db)
}

async function addFolders(db: Kysely<never>): Promise<void> {
  const { schema } = db
  await schema
    .createTable('document_folders')
    .$call(idColumn(db))
    .$call(ownedAndNamed)
    .addColumn('parent_id', 'bigint')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addUniqueConstraint('document_folders_owner', ['id', 'company_id'])
    .addForeignKeyConstraint(
      'document_folders_parent',
      ['parent_id', 'company_id'],
      'document_folders',
      ['id', 'company_id'],
      (constraint) => constraint.onDelete('cascade'),
    )
    .addCheckConstraint('document_folders_own_parent', sql`parent_id <> id`)
    .execute()
  // Two indexes, since nulls are never equal.
  await sql`create unique index document_folders_top_name on document_folders (company_id, name)
    where parent_id is null`.execute(db)
  await schema
    .createIndex('document_folders_name')
    .unique()
    .on('document_folders')
    .columns(['company_id', 'parent_id', 'name'])
    .execute()
}

async function addFiles(db: Kysely<never>): Promise<void> {
  const { schema } = db
  await schema
    .createTable('document_files')
    .$call(idColumn(db))
    .$call(ownedAndNamed)
    .addColumn('folder_id', 'bigint', (column) => column.notNull())
    .addColumn('object_id', 'bigint', (column) => column.notNull().references('stored_objects.id'))
    .addColumn('modified_at', 'bigint', (column) => column.notNull())
    .addForeignKeyConstraint(
      'document_files_folder',
      ['folder_id', 'company_id'],
      'document_folders',
      ['id', 'company_id'],
      (constraint) => constraint.onDelete('cascade'),
    )
    .execute()
  await schema.createIndex('document_files_object').on('document_files').column('object_id').execute()
  await schema
    .createIndex('document_files_name')
    .unique()
    .on('document_files')
    .columns(['company_id', 'folder_id', 'name'])
    .execute()
}

function ownedAndNamed<Table extends string, Columns extends string>(
  table: CreateTableBuilder<Table, Columns>,
): CreateTableBuilder<Table, Columns | 'company_id' | 'name' | 'search_name'> {
  return table
    .addColumn('company_id', 'bigint', (column) => column.notNull().references('companies.id'))
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('search_name', 'text', (column) => column.notNull())
}
