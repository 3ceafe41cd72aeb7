/** How a person likes the documents to be shown: remembered on the device. */
import { atom, computed } from 'nanostores'
import { type Order, SORT_KEYS, sortBy } from './document-order.ts'
import { $view, contentOf, type DocumentItem, nameOf } from './view.ts'

export interface ViewChoice {
  layout: 'grid' | 'list'
  order: Order
}

const KEY = 'documents:view'

export const $viewChoice = atom<ViewChoice>(readChoice())

export function chooseView(change: Partial<ViewChoice>): void {
  $viewChoice.set({ ...$viewChoice.get(), ...change })
  try {
    localStorage.setItem(KEY, JSON.stringify($viewChoice.get()))
  } catch {
    // Full or switched off.
  }
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

function readChoice(): ViewChoice {
  const usual: ViewChoice = { layout: 'grid', order: { by: 'name', descending: false } }
  if (typeof localStorage === 'undefined') return usual
  try {
    const { layout, order } = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<ViewChoice>
    const by = SORT_KEYS.find((key) => key === order?.by) ?? usual.order.by
    return {
      layout: layout === 'list' ? 'list' : 'grid',
      order: { by, descending: order?.descending === true },
    }
  } catch {
    return usual
  }
}
