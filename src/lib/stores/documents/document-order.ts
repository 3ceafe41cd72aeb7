/** How folders and files are sorted. */
import { endingOf } from '../../rules/files/file-kinds.ts'

export const SORT_KEYS = ['name', 'time', 'size', 'kind'] as const
export type SortKey = (typeof SORT_KEYS)[number]

export interface Order {
  by: SortKey
  descending: boolean
}

const collator = new Intl.Collator('zh-CN', { numeric: true })

interface Named {
  name: string
  /** ISO 8601. */
  time: string
  size: number
}

/** Equal ones go by name. */
export function sortBy<Item>(
  items: readonly Item[],
  { by, descending }: Order,
  read: (item: Item) => Named,
): Item[] {
  const rows = items.map((item) => ({ item, ...read(item) }))
  const sign = descending ? -1 : 1
  return rows
    .sort((a, b) => sign * compare(a, b, by) || collator.compare(a.name, b.name))
    .map(({ item }) => item)
}

function compare(a: Named, b: Named, by: SortKey): number {
  if (by === 'time') return Date.parse(a.time) - Date.parse(b.time)
  if (by === 'size') return a.size - b.size
  if (by === 'kind') return collator.compare(endingOf(a.name), endingOf(b.name))
  return collator.compare(a.name, b.name)
}
