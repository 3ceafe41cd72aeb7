import { useStore } from '@nanostores/react'
import { Alert, Button, Pagination, type PaginationProps, Skeleton } from 'antd'
import {
  type AriaAttributes,
  cloneElement,
  isValidElement,
  type ReactElement,
  type ReactNode,
  useEffect,
  useLayoutEffect,
} from 'react'
import type { DeskList } from '../../lib/stores/operator/list.ts'

interface PagedPartProps<Item> {
  list: DeskList<Item, number>
  /** Whose rows they are. Give another owner another `key`. */
  owner: number
  perPage: number
  empty: ReactNode
  children: (items: readonly Item[]) => ReactNode
}

/** Rows of what is open, page by page. The rows stay until the next page has loaded. */
export function PagedPart<Item>({ list, owner, perPage, empty, children }: PagedPartProps<Item>) {
  const state = useStore(list.$state)
  // Before the first paint, because the store still holds the rows of the previous owner.
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

interface PartStateProps {
  state: { status: 'idle' | 'loading' } | { status: 'failed'; text: string }
  onRetry: () => void
}

/** Shown in place of a part that is loading or could not be read. */
export function PartState({ state, onRetry }: PartStateProps) {
  if (state.status === 'failed') {
    return <Alert type="error" title={state.text} action={<Button onClick={onRetry}>重试</Button>} />
  }
  return <Skeleton active title={false} paragraph={{ rows: 6 }} />
}

const ITEM_NAMES = { prev: '上一页', next: '下一页', 'jump-prev': '向前五页', 'jump-next': '向后五页' }

/** Names the parts of a pagination that only have an icon, whose own name is English. */
export const pageItem: NonNullable<PaginationProps['itemRender']> = (_, type, item) => {
  if (type === 'page' || !isValidElement<{ children: ReactElement<AriaAttributes> }>(item)) return item
  return cloneElement(
    item,
    {},
    cloneElement(item.props.children, { 'aria-hidden': true }),
    <span className="visually-hidden">{ITEM_NAMES[type]}</span>,
  )
}
