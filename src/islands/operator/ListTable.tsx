import { useStore } from '@nanostores/react'
import {
  Alert,
  Button,
  Pagination,
  type PaginationProps,
  Skeleton,
  Table,
  type TableColumnsType,
  Tabs,
  type TabsProps,
} from 'antd'
import {
  type AriaAttributes,
  cloneElement,
  isValidElement,
  type ReactElement,
  type ReactNode,
  useEffect,
  useLayoutEffect,
} from 'react'
import type { DeskList, Filter, ListPage, SectionList } from '../../lib/stores/operator/list.ts'
import { EmptyState } from '../kit/EmptyState.tsx'
import { type BarProps, ListBar } from './ListBar.tsx'
import { turnTo, useAddress, useList } from './use-address.ts'

interface TableProps<Item> {
  label: string
  columns: TableColumnsType<Item>
  empty: string
  subject?: 'found' | 'messages' | 'orders' | 'policies'
  keyOf?: (row: Item) => string | number
  openId?: number | null
}

export interface ScreenProps<Item> extends TableProps<Item>, BarProps {
  list: SectionList<Item>
  /** The part of the filter that is not in the address. */
  also?: Filter
  noneFound?: string
}

/** Tabs of a section. The address names the open one, except for the first. */
export function SectionTabs({ items }: { items: NonNullable<TabsProps['items']> }) {
  const [params, change] = useAddress()
  const first = items[0]?.key
  return (
    <Tabs
      destroyOnHidden
      activeKey={items.find(({ key }) => key === params.get('tab'))?.key ?? first ?? ''}
      onChange={(tab) => change({ tab: tab === first ? null : tab, page: null, id: null })}
      items={items}
    />
  )
}

/** The list of a section: its bar, and the page that the address asks for. */
export function ListScreen<Item extends { id: number }>({
  list,
  also = {},
  noneFound,
  ...props
}: ScreenProps<Item>) {
  const [params] = useAddress()
  const asked = list.readFilter(params)
  const filter = { ...asked, ...also }
  useList(list, filter)
  const isFiltered = [...params.keys()].some((name) => name in asked)
  return (
    <>
      <ListBar {...props} filter={filter} />
      <ListTable {...props} empty={(isFiltered && noneFound) || props.empty} list={list} onPage={turnTo} />
    </>
  )
}

interface OwnedTableProps<Item> extends TableProps<Item> {
  list: DeskList<Item, number>
  owner: number
  isNarrow?: boolean
}

export function OwnedTable<Item extends { id: number }>({ list, owner, ...props }: OwnedTableProps<Item>) {
  // Before the first paint: the store still has the rows of another owner.
  useLayoutEffect(() => {
    list.open(owner, 1)
  }, [list, owner])
  return <ListTable {...props} list={list} onPage={(page) => list.open(owner, page)} />
}

interface ListTableProps<Item> extends TableProps<Item> {
  list: Pick<DeskList<Item, never>, '$state' | 'retry' | 'watch'>
  onPage: (page: number) => void
  /** Without a head, with a short pagination: for a list beside others. */
  isNarrow?: boolean
}

/** A page of a list. After a failure the rows stay, and a button tries again. */
function ListTable<Item extends { id: number }>({
  label,
  list,
  columns,
  onPage,
  empty,
  subject = 'found',
  keyOf = ({ id }) => id,
  openId = null,
  isNarrow = false,
}: ListTableProps<Item>) {
  const state = useStore(list.$state)
  useEffect(() => list.watch(), [list])
  const { page } = state
  return (
    <section aria-label={label} aria-busy={state.status === 'loading'}>
      {(state.status === 'failed' || page === null) && <PartState state={state} onRetry={list.retry} />}
      {page?.items.length === 0 && <EmptyState subject={subject}>{empty}</EmptyState>}
      {page && page.items.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keys scroll it
        <div className={isNarrow ? 'list-table list-narrow' : 'list-table'} tabIndex={0}>
          <Table<Item>
            // Without it the table makes a style element, which the page's policy forbids.
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
        <Pages
          align="end"
          simple={isNarrow}
          page={page}
          showTotal={(total) => `共 ${total.toLocaleString('zh-CN')} 条`}
          onChange={onPage}
        />
      )}
    </section>
  )
}

interface PartStateProps {
  state: { status: 'idle' | 'loading' | 'ready' } | { status: 'failed'; text: string }
  onRetry: () => void
  rows?: number
}

/** Replaces a part that is loading, or that could not be read. */
export function PartState({ state, onRetry, rows = 6 }: PartStateProps): ReactNode {
  if (state.status !== 'failed') return <Skeleton active title={false} paragraph={{ rows }} />
  return (
    <Alert
      type="error"
      className="desk-alert"
      title={state.text}
      action={<Button onClick={onRetry}>重试</Button>}
    />
  )
}

type PagesProps = PaginationProps & { page: ListPage<unknown> }

export function Pages({ page: { page, pages, total }, ...props }: PagesProps) {
  return (
    <Pagination
      current={page}
      // As many rows as lead to the same number of pages.
      pageSize={Math.ceil(total / pages) || 1}
      total={total}
      showSizeChanger={false}
      hideOnSinglePage
      itemRender={pageItem}
      {...props}
    />
  )
}

const ITEM_NAMES = { prev: '上一页', next: '下一页', 'jump-prev': '向前五页', 'jump-next': '向后五页' }

/** Names the buttons of a pagination that only have an icon, whose own name is English. */
const pageItem: NonNullable<PaginationProps['itemRender']> = (_, type, item) => {
  if (type === 'page' || !isValidElement<{ children: ReactElement<AriaAttributes> }>(item)) return item
  return cloneElement(
    item,
    {},
    cloneElement(item.props.children, { 'aria-hidden': true }),
    <span className="visually-hidden">{ITEM_NAMES[type]}</span>,
  )
}
