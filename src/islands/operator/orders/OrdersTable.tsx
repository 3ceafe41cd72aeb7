import { Button } from 'antd'
import { ORDERS_PER_PAGE } from '../../../lib/contract/orders/order.ts'
import { KIND_NAMES } from '../../../lib/rules/orders/order-states.ts'
import { formatMoment } from '../../../lib/rules/time/dates.ts'
import { WAITED_WORDS } from '../../../lib/rules/time/waiting.ts'
import { type OrdersFilter, type orders, readOrdersFilter } from '../../../lib/stores/operator/orders.ts'
import { StateMark } from '../../parts/order/StateMark.tsx'
import { type Column, DeskTable } from '../DeskTable.tsx'
import { FilterSelect } from '../filters.tsx'
import { TagFilter } from '../tags.tsx'
import { readNumber, turnTo, useAddress } from '../use-address.ts'
import { OrderDrawer } from './OrderDrawer.tsx'

interface Props {
  label: string
  source: typeof orders
  /** Several kinds stand in one table. */
  withKind?: boolean
  empty: string
}

const DONE = { taken: '近 30 天受理的', settled: '近 30 天办结的' } as const

/** The filters that 今日 sets, in words. */
export function notesOf({ waited, done }: OrdersFilter) {
  return { waited: waited && WAITED_WORDS[waited], done: done && DONE[done] }
}

export function isFiltered(filter: OrdersFilter): boolean {
  return Object.values(filter).some(Boolean)
}

/** Applications page by page, and the one that is open, as the address says. */
export function OrdersTable({ label, source, withKind = false, empty }: Props) {
  const [params, change] = useAddress()
  const id = readNumber(params, 'id')
  return (
    <>
      <DeskTable
        label={label}
        list={source}
        columns={orderColumns((row) => change({ id: row }), withKind)}
        perPage={ORDERS_PER_PAGE}
        onPage={turnTo}
        empty={empty}
        openId={id}
      />
      <OrderDrawer id={id} onClose={() => change({ id: null })} />
    </>
  )
}

type Row = NonNullable<ReturnType<typeof orders.$state.get>['page']>['items'][number]

/** The columns of applications of every kind; the title opens one. */
function orderColumns(open: (id: number) => void, withKind = false): Column<Row>[] {
  return [
    {
      title: '申请',
      className: 'desk-title',
      cell: ({ id, title, tags }) => (
        <>
          <Button type="link" className="desk-open" onClick={() => open(id)}>
            {title}
          </Button>
          {tags.length > 0 && (
            <span className="desk-tags">
              {tags.map((tag) => (
                <span key={tag} className="mark">
                  {tag}
                </span>
              ))}
            </span>
          )}
        </>
      ),
    },
    { title: '状态', cell: ({ state }) => <StateMark state={state} /> },
    ...(withKind ? [{ title: '类型', cell: ({ kind }: Row) => KIND_NAMES[kind] }] : []),
    {
      title: '企业',
      cell: ({ company }) => <a href={`/operator/companies?id=${company.id}`}>{company.name}</a>,
    },
    { title: '受理人', cell: ({ operator }) => operator ?? '无' },
    { title: '受理编号', cell: ({ receipt_no }) => receipt_no },
    {
      title: '提交时间',
      cell: ({ gmt_submit: at }) => (at === null ? '' : <time dateTime={at}>{formatMoment(at)}</time>),
    },
  ]
}

const ASSIGNED = [
  { value: 'mine', label: '我受理的' },
  { value: 'none', label: '无人受理' },
] as const

/** What both tables filter by beside the state. */
export function WorkFilters() {
  const [params, change] = useAddress()
  const { assigned, tag } = readOrdersFilter(params)
  return (
    <>
      <FilterSelect<'mine' | 'none'>
        label="受理人"
        all="不限受理人"
        options={[...ASSIGNED]}
        value={assigned === 'all' ? undefined : assigned}
        onChange={(value) => change({ assigned: value, page: null })}
      />
      <TagFilter value={tag} onChange={(value) => change({ tag: value, page: null })} />
    </>
  )
}
