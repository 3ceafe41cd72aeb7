/** The person's view and sorting of the documents, stored on the device. */
import { atom, computed } from 'nanostores'
import * as v from 'valibot'
import { kept } from '../../browser/kept/kept.ts'
import { endingOf } from '../../rules/files/file-kinds.ts'
import { $view, contentOf, type DocumentItem, nameOf } from './view.ts'

export const SORT_KEYS = ['name', 'time', 'size', 'kind'] as const

export type SortKey = (typeof SORT_KEYS)[number]

export interface Order {
  by: SortKey
  descending: boolean
}

const collator = new Intl.Collator('zh-CN', { numeric: true })

interface Named {
  name: string
  time: string
  size: number
}

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

interface ViewChoice {
  layout: 'grid' | 'list'
  order: Order
}

const keptChoice = kept(
  'documents:view',
  v.object({
    layout: v.picklist(['grid', 'list']),
    order: v.object({ by: v.picklist(SORT_KEYS), descending: v.boolean() }),
  }),
)

export const $viewChoice = atom<ViewChoice>(
  keptChoice.read() ?? { layout: 'grid', order: { by: 'name', descending: false } },
)

export function chooseView(change: Partial<ViewChoice>): void {
  $viewChoice.set({ ...$viewChoice.get(), ...change })
  keptChoice.keep($viewChoice.get())
}

export const $sortedItems = computed([$view, $viewChoice], (view, { order }) => {
  const { items } = contentOf(view)
  const isFolder = ({ kind }: DocumentItem) => kind === 'folder'
  const read = (item: DocumentItem) => ({
    name: nameOf(item),
    time: item.kind === 'folder' ? item.folder.gmt_create : item.file.gmt_modified,
    size: item.kind === 'folder' ? 0 : item.file.size,
  })
  return [
    ...sortBy(items.filter(isFolder), order, read),
    ...sortBy(
      items.filter((item) => !isFolder(item)),
      order,
      read,
    ),
  ]
})
