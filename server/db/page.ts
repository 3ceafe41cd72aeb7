import { type SelectQueryBuilder, sql } from 'kysely'
import type { Tables } from './schema.ts'

export interface Page<Item> {
  items: Item[]
  total: number
  pages: number
  page: number
}

/** Returns one page; one beyond the end is empty. `rows` has its filters and a total order, and no limit. @param page from 1 */
export async function pageOfRows<Row, Item>(
  rows: SelectQueryBuilder<Tables, never, Row>,
  { page, perPage }: { page: number; perPage: number },
  toItem: (row: Row) => Item,
): Promise<Page<Item>> {
  const total = await countRows(rows)
  const pages = Math.ceil(total / perPage)
  if (page > pages) return { items: [], total, pages, page }
  const shown = await rows
    .limit(perPage)
    .offset((page - 1) * perPage)
    .execute()
  return { items: shown.map(toItem), total, pages, page }
}

export interface Listing<Row, Item> {
  rows: SelectQueryBuilder<Tables, never, Row>
  id: string
  toItems: (rows: Row[]) => Item[] | Promise<Item[]>
}

export async function pageOf<Row, Item>(
  { rows, toItems }: Listing<Row, Item>,
  place: { page: number; perPage: number },
): Promise<Page<Item>> {
  const page = await pageOfRows(rows, place, (row) => row)
  return { ...page, items: await toItems(page.items) }
}

/** Rows of one statement, within the databases' limit of parameters. */
export const ROWS_AT_ONCE = 500

export function* inChunks<Row>(rows: readonly Row[], size = ROWS_AT_ONCE): Generator<Row[]> {
  for (let start = 0; start < rows.length; start += size) yield rows.slice(start, start + size)
}

/** Returns the whole list in chunks and its length: the rows of this moment, each once. Holds only their ids at once. */
export async function wholeList<Row, Item>(
  { rows, id, toItems }: Listing<Row, Item>,
  atOnce = ROWS_AT_ONCE,
): Promise<{ total: number; pages: AsyncGenerator<Item[], undefined> }> {
  const column = sql.ref<number>(id)
  const found = await rows.clearSelect().select(column.as('id')).execute()
  async function* read(): AsyncGenerator<Item[], undefined> {
    for (const some of inChunks(found, atOnce)) {
      const ids = some.map((row) => (row as { id: number }).id)
      const page = await rows.where(sql<boolean>`${column} in (${sql.join(ids)})`).execute()
      yield await toItems(page)
    }
  }
  return { total: found.length, pages: read() }
}

export async function countRows<Row>(rows: SelectQueryBuilder<Tables, never, Row>): Promise<number> {
  const { total } = await rows
    .clearSelect()
    .clearOrderBy()
    .select((row) => row.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}

export function toTimestamp(ms: number): string {
  return new Date(ms).toISOString()
}

export function pageOfArray<Item>(
  all: readonly Item[],
  { page, perPage }: { page: number; perPage: number },
): Page<Item> {
  return {
    items: all.slice((page - 1) * perPage, page * perPage),
    total: all.length,
    pages: Math.ceil(all.length / perPage),
    page,
  }
}
