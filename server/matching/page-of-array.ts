/** Pages of a list that is made in memory; the same shape as `pageOfRows` gives. */
import type { Page } from '../db/page.ts'

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
