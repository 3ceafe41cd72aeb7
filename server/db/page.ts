/** Pages of a list, in the form of every list answer. */
import { type SelectQueryBuilder, sql } from 'kysely'
import type { Tables } from './schema.ts'

export interface Page<Item> {
  items: Item[]
  total: number
  pages: number
  page: number
}

/**
 * Returns one page of the rows, in the query's own order; a page beyond the last is empty. `rows` has its columns, filters and
 * a total order (end it with the id), and neither limit nor offset.
 * @param page from 1
 */
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

/** A list of the desk: rows for `pageOfRows`, the column of their ids, and their form in the answer. */
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

/**
 * Returns the whole list in chunks of some hundred rows, and its length: the rows of this moment, each once, whatever changes
 * meanwhile. Holds only their ids at once.
 */
export async function wholeList<Row, Item>(
  { rows, id, toItems }: Listing<Row, Item>,
  atOnce = 500,
): Promise<{ total: number; pages: AsyncGenerator<Item[], undefined> }> {
  const column = sql.ref<number>(id)
  const found = await rows.clearSelect().select(column.as('id')).execute()
  async function* read(): AsyncGenerator<Item[], undefined> {
    for (let start = 0; start < found.length; start += atOnce) {
      const ids = found.slice(start, start + atOnce).map((row) => (row as { id: number }).id)
      const page = await rows.where(sql<boolean>`${column} in (${sql.join(ids)})`).execute()
      yield await toItems(page)
    }
  }
  return { total: found.length, pages: read() }
}

/** Returns the number of rows, whatever columns are selected. */
export async function countRows<Row>(rows: SelectQueryBuilder<Tables, never, Row>): Promise<number> {
  const { total } = await rows
    .clearSelect()
    .clearOrderBy()
    .select((row) => row.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}

/** Formats milliseconds since 1970 for the wire. */
export function toTimestamp(ms: number): string {
  return new Date(ms).toISOString()
}

/** @param page from 1; a page beyond the last is empty */
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
