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

/** Folders first; equal ones by name. */
export function sortItems(
  items: readonly DocumentItem[],
  { by, descending }: Order,
): readonly DocumentItem[] {
  const sign = descending ? -1 : 1
  const isFolder = ({ kind }: DocumentItem) => Number(kind === 'folder')
  const byName = (a: DocumentItem, b: DocumentItem) => collator.compare(nameOf(a), nameOf(b))
  const compare: Record<SortKey, typeof byName> = {
    name: byName,
    time: (a, b) => timeOf(a) - timeOf(b),
    size: (a, b) => sizeOf(a) - sizeOf(b),
    kind: (a, b) => collator.compare(endingOf(nameOf(a)), endingOf(nameOf(b))),
  }
  return [...items].sort((a, b) => isFolder(b) - isFolder(a) || sign * compare[by](a, b) || byName(a, b))
}

function timeOf(item: DocumentItem): number {
  return Date.parse(item.kind === 'folder' ? item.folder.gmt_create : item.file.gmt_modified)
}

function sizeOf(item: DocumentItem): number {
  return item.kind === 'folder' ? 0 : item.file.size
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

export const $sortedItems = computed([$view, $viewChoice], (view, { order }) =>
  sortItems(contentOf(view).items, order),
)
