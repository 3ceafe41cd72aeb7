import { CHAT_FILES_PER_PAGE, type ChatFile } from '../../src/lib/contract/chat/chat-file.ts'
import { type Page, pageOfRows, toTimestamp } from '../db/page.ts'
import type { Database, Tables } from '../db/schema.ts'
import { noSuchFile } from '../http/refusal.ts'
import { shownScan } from '../storage/scan-objects.ts'
import type { Party } from './messages.ts'

export type FileKind = Tables['chat_files']['kind']

function selectFiles(db: Database, kind: FileKind) {
  return db
    .selectFrom('chat_files as file')
    .innerJoin('stored_objects as object', 'object.id', 'file.object_id')
    .innerJoin('companies as company', 'company.id', 'file.company_id')
    .select([
      'file.id',
      'file.company_id',
      'file.side',
      'file.admin',
      'file.order_id',
      'file.conversation_id',
      'file.object_id',
      'file.local_name',
      'file.remark',
      'file.updated_at',
      'object.key',
      'object.size',
      'object.scan',
      'company.name as company_name',
    ])
    .where('file.kind', '=', kind)
}

export type FileRow = Awaited<ReturnType<ReturnType<typeof selectFiles>['execute']>>[number]

export function toChatFile(row: FileRow): ChatFile {
  return {
    id: row.id,
    local_name: row.local_name,
    hash_name: row.key,
    size: row.size,
    ...shownScan(row.scan),
    remark: row.remark,
    gmt_modified: toTimestamp(row.updated_at),
    startup_name: row.side === 'company' ? row.company_name : null,
    admin_name: row.admin,
    advisory_id: row.order_id ?? 0,
  }
}

/** Returns a file that this person may read; operators get none of a draft. @throws Refusal 404 for another company's file */
export async function findFile(
  db: Database,
  kind: FileKind,
  { side, person }: Party,
  id: number,
): Promise<FileRow> {
  let rows = selectFiles(db, kind).where('file.id', '=', id)
  if (side === 'company') rows = rows.where('file.company_id', '=', person.company_id)
  else if (kind === 'advisory_attachment') {
    rows = rows.where((row) =>
      row.or([
        row.exists(
          row
            .selectFrom('submitted_orders')
            .select('id')
            .whereRef('submitted_orders.id', '=', 'file.order_id'),
        ),
        row('file.company_id', '=', person.company_id),
      ]),
    )
  }
  return rows.executeTakeFirstOrThrow(noSuchFile)
}

export async function pageOfChatFiles(db: Database, companyId: number, page: number) {
  const mine = selectFiles(db, 'chat_file')
    .where('file.company_id', '=', companyId)
    .orderBy('file.id', 'desc')
  const shown = { page, perPage: CHAT_FILES_PER_PAGE }
  const admin = await pageOfRows(mine.where('file.side', '=', 'operator'), shown, toChatFile)
  const customer = await pageOfRows(mine.where('file.side', '=', 'company'), shown, toChatFile)
  return {
    admin: admin.items,
    customer: customer.items,
    page,
    pages: Math.max(admin.pages, customer.pages),
  }
}

export function pageOfOrderFiles<Item>(
  db: Database,
  orderId: number,
  page: number,
  toItem: (row: FileRow) => Item,
): Promise<Page<Item>> {
  const rows = selectFiles(db, 'advisory_attachment')
    .where('file.order_id', '=', orderId)
    .orderBy('file.id', 'desc')
  return pageOfRows(rows, { page, perPage: CHAT_FILES_PER_PAGE }, toItem)
}

/** Returns a short mark of the files beside a conversation, by which pollers notice changes. */
export function markOfFiles(
  db: Database,
  { company_id, order_id }: { company_id: number; order_id: number | null },
): Promise<string> {
  return order_id === null ? markOfChatFiles(db, company_id) : markOfOrderFiles(db, order_id)
}

export function markOfChatFiles(db: Database, companyId: number): Promise<string> {
  return sumUp(markedFiles(db, 'chat_file').where('company_id', '=', companyId))
}

export function markOfOrderFiles(db: Database, orderId: number): Promise<string> {
  return sumUp(markedFiles(db, 'advisory_attachment').where('order_id', '=', orderId))
}

function markedFiles(db: Database, kind: FileKind) {
  return db
    .selectFrom('chat_files')
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.max('updated_at').as('latest')])
    .where('kind', '=', kind)
}

async function sumUp(files: ReturnType<typeof markedFiles>): Promise<string> {
  const { count, latest } = await files.executeTakeFirstOrThrow()
  return `${count}-${latest ?? 0}`
}
