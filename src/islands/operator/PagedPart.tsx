import { useStore } from '@nanostores/react'
import { Pagination } from 'antd'
import { type ReactNode, useEffect, useLayoutEffect } from 'react'
import type { DeskList } from '../../lib/stores/operator/list.ts'
import { PartState } from './PartState.tsx'
import { pageItem } from './page-item.tsx'

interface Props<Item> {
  list: DeskList<Item, number>
  /** Whose rows they are. Another one: another `key`. */
  owner: number
  perPage: number
  empty: ReactNode
  children: (items: readonly Item[]) => ReactNode
}

/** Rows that belong to something that is open, page by page. What is shown stays until the next page is there. */
export function PagedPart<Item>({ list, owner, perPage, empty, children }: Props<Item>) {
  const state = useStore(list.$state)
  // Before anything is painted: the list still has the rows of the former owner.
  useLayoutEffect(() => {
    list.open(owner, 1)
  }, [list, owner])
  useEffect(() => list.watch(), [list])
  const { page: shown } = state
  return (
    <>
      {(state.status === 'failed' || shown === null) && (
        <PartState state={state.status === 'failed' ? state : { status: 'loading' }} onRetry={list.retry} />
      )}
      {shown && (shown.items.length === 0 ? empty : children(shown.items))}
      {shown && (
        <Pagination
          itemRender={pageItem}
          simple
          hideOnSinglePage
          current={shown.page}
          pageSize={perPage}
          total={shown.total}
          showSizeChanger={false}
          onChange={(page) => list.open(owner, page)}
        />
      )}
    </>
  )
}
