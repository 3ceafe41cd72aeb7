/** How a person likes the documents to be shown: remembered on the device. */
import { atom, computed } from 'nanostores'
import * as v from 'valibot'
import { kept } from '../../browser/kept/kept.ts'
import { type Order, SORT_KEYS, sortBy } from './document-order.ts'
import { $view, contentOf, type DocumentItem, nameOf } from './view.ts'

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

/** Folders first, in the chosen order. */
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
