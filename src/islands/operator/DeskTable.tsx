import { useStore } from '@nanostores/react'
import { Alert, Button, Pagination, Skeleton } from 'antd'
import { type ReactNode, useEffect } from 'react'
import type { DeskList } from '../../lib/stores/operator/list.ts'
import { EmptyState } from '../kit/EmptyState.tsx'
import { pageItem } from './PagedPart.tsx'

export interface Column<Item> {
  title: string
  cell: (row: Item) => ReactNode
  /** Stays in view while the others scroll sideways. */
  isPinned?: true
  className?: string
}

interface Props<Item> {
  label: string
  list: Pick<DeskList<Item, unknown>, '$state' | 'retry' | 'watch'>
  columns: readonly Column<Item>[]
  perPage: number
  onPage: (page: number) => void
  empty: string
  /** The row that is open beside the table. */
  openId?: number | null
}

/**
 * A page of a list: a skeleton at first, then the rows; what failed can be tried again, and what was shown stays.
 * A table of its own: antd's is 66 KB, of which the desk would use the borders.
 */
export function DeskTable<Item extends { id: number }>({
  label,
  list,
  columns,
  perPage,
  onPage,
  empty,
  openId = null,
}: Props<Item>) {
  const state = useStore(list.$state)
  useEffect(() => list.watch(), [list])
  const { page } = state
  const classOf = ({ className = '', isPinned }: Column<Item>) =>
    isPinned ? `${className} desk-pinned` : className
  return (
    <section aria-label={label} aria-busy={state.status === 'loading'}>
      {state.status === 'failed' && (
        <Alert
          type="error"
          className="desk-alert"
          title={state.text}
          action={<Button onClick={list.retry}>重试</Button>}
        />
      )}
      {page === null ? (
        state.status === 'loading' && <Skeleton active title={false} paragraph={{ rows: 8 }} />
      ) : (
        <>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard */}
          <div className="desk-table" tabIndex={0}>
            <table>
              <thead>
                <tr>
                  {columns.map((column) => (
                    <th key={column.title} scope="col" className={classOf(column)}>
                      {column.title}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {page.items.map((row) => (
                  <tr key={row.id} className={row.id === openId ? 'desk-row desk-row-open' : 'desk-row'}>
                    {columns.map((column) => (
                      <td key={column.title} className={classOf(column)}>
                        {column.cell(row)}
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
          {page.items.length === 0 && <EmptyState subject="found">{empty}</EmptyState>}
          <Pagination
            align="end"
            current={page.page}
            pageSize={perPage}
            total={page.total}
            showSizeChanger={false}
            hideOnSinglePage
            showTotal={(total) => `共 ${total.toLocaleString('zh-CN')} 条`}
            onChange={onPage}
            itemRender={pageItem}
          />
        </>
      )}
    </section>
  )
}
