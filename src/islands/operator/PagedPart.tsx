import { useStore } from '@nanostores/react'
import { Alert, Button, Pagination, type PaginationProps, Skeleton } from 'antd'
import {
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

type Item = ReactElement<{ 'aria-label'?: string; children?: ReactNode }>

/** Names the parts of a pagination that only have an icon. */
export const pageItem: NonNullable<PaginationProps['itemRender']> = (_, type, item) => {
  if (!isValidElement(item)) return item
  if (type === 'prev') return cloneElement(item as Item, { 'aria-label': '上一页' })
  if (type === 'next') return cloneElement(item as Item, { 'aria-label': '下一页' })
  if (type === 'jump-prev') return withName(item as Item, '向前五页')
  if (type === 'jump-next') return withName(item as Item, '向后五页')
  return item
}

/** An element without a role may not have a label. */
function withName(item: Item, name: string): ReactNode {
  return cloneElement(item, {}, item.props.children, <span className="visually-hidden">{name}</span>)
}
