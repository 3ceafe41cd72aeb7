import { useStore } from '@nanostores/react'
import { Alert, Button, Pagination, type PaginationProps, Skeleton, Table, type TableColumnsType } from 'antd'
import {
  type AriaAttributes,
  cloneElement,
  isValidElement,
  type ReactElement,
  type ReactNode,
  useEffect,
} from 'react'
import type { DeskList } from '../../lib/stores/operator/list.ts'
import { EmptyState } from '../kit/EmptyState.tsx'

interface Props<Item> {
  label: string
  list: Pick<DeskList<Item, never>, '$state' | 'retry' | 'watch'>
  columns: TableColumnsType<Item>
  perPage: number
  onPage: (page: number) => void
  empty: string
  subject?: 'found' | 'messages' | 'orders' | 'policies'
  keyOf?: (row: Item) => string | number
  /** The row that is open beside the table. */
  openId?: number | null
  /** Of one thing beside others: no head, and the pages in few words. */
  isNarrow?: boolean
}

/** A page of a list: a skeleton at first, then the rows; what failed can be tried again, and what was shown stays. */
export function ListTable<Item extends { id: number }>({
  label,
  list,
  columns,
  perPage,
  onPage,
  empty,
  subject = 'found',
  keyOf = ({ id }) => id,
  openId = null,
  isNarrow = false,
}: Props<Item>) {
  const state = useStore(list.$state)
  useEffect(() => list.watch(), [list])
  const { page } = state
  return (
    <section aria-label={label} aria-busy={state.status === 'loading'}>
      {(state.status === 'failed' || page === null) && <PartState state={state} onRetry={list.retry} />}
      {page?.items.length === 0 && <EmptyState subject={subject}>{empty}</EmptyState>}
      {page && page.items.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard
        <div className={isNarrow ? 'list-table list-narrow' : 'list-table'} tabIndex={0}>
          <Table<Item>
            // Else it measures its scroll bar by a style element, which the page's policy forbids.
            tailor
            columns={columns}
            dataSource={page.items}
            rowKey={keyOf}
            rowClassName={({ id }) => (id === openId ? 'desk-row desk-row-open' : 'desk-row')}
            showHeader={!isNarrow}
            size={isNarrow ? 'small' : 'medium'}
            pagination={false}
          />
        </div>
      )}
      {page && (
        <Pagination
          align="end"
          simple={isNarrow}
          current={page.page}
          pageSize={perPage}
          total={page.total}
          showSizeChanger={false}
          hideOnSinglePage
          showTotal={(total) => `共 ${total.toLocaleString('zh-CN')} 条`}
          onChange={onPage}
          itemRender={pageItem}
        />
      )}
    </section>
  )
}

interface PartStateProps {
  state: { status: 'idle' | 'loading' | 'ready' } | { status: 'failed'; text: string }
  onRetry: () => void
}

/** Shown in place of a part that is loading or could not be read. */
export function PartState({ state, onRetry }: PartStateProps): ReactNode {
  if (state.status !== 'failed') return <Skeleton active title={false} paragraph={{ rows: 6 }} />
  return (
    <Alert
      type="error"
      className="desk-alert"
      title={state.text}
      action={<Button onClick={onRetry}>重试</Button>}
    />
  )
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
