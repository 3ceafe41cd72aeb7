import { useStore } from '@nanostores/react'
import { Alert, Button, Skeleton, Table, type TableColumnsType } from 'antd'
import { useEffect, useRef } from 'react'
import type { DeskList } from '../../lib/stores/operator/list.ts'
import { EmptyState } from '../kit/EmptyState.tsx'
import { pageItem } from './PagedPart.tsx'

interface Props<Item> {
  label: string
  list: Pick<DeskList<Item, unknown>, '$state' | 'retry' | 'watch'>
  columns: TableColumnsType<Item>
  perPage: number
  onPage: (page: number) => void
  empty: string
  /** The row that is open beside the table. */
  openId?: number | null
}

/** A page of a list: a skeleton at first, then the rows; what failed can be tried again, and what was shown stays. */
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
  const frame = useRef<HTMLElement>(null)
  // What scrolls sideways has to be reached by the keyboard, also where no row holds a button; antd leaves that out.
  useEffect(() => {
    if (page) frame.current?.querySelector('.ant-table-content')?.setAttribute('tabindex', '0')
  }, [page])
  return (
    <section ref={frame} aria-label={label} aria-busy={state.status === 'loading'}>
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
        <Table<Item>
          rowKey="id"
          size="middle"
          columns={columns}
          dataSource={page.items}
          scroll={{ x: 'max-content' }}
          rowClassName={({ id }) => (id === openId ? 'desk-row-open' : '')}
          locale={{ emptyText: <EmptyState subject="found">{empty}</EmptyState> }}
          pagination={{
            current: page.page,
            pageSize: perPage,
            total: page.total,
            showSizeChanger: false,
            hideOnSinglePage: true,
            showTotal: (total) => `共 ${total.toLocaleString('zh-CN')} 条`,
            onChange: onPage,
            itemRender: pageItem,
          }}
        />
      )}
    </section>
  )
}
