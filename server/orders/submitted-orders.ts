import type { ExpressionBuilder } from 'kysely'
import type { AnswerOf, QueryOf } from '../../src/lib/contract/call.ts'
import type { listSubmittedOrders, OperatorOrder } from '../../src/lib/contract/operator/order.ts'
import { ORDERS_PER_PAGE } from '../../src/lib/contract/orders/order.ts'
import type { OrderKind } from '../../src/lib/rules/orders/order-states.ts'
import { DAY_MS } from '../../src/lib/rules/time/durations.ts'
import { startOfChinaDay } from '../../src/lib/rules/time/waiting.ts'
import { contains } from '../db/contains.ts'
import { type Listing, pageOf } from '../db/page.ts'
import type { Database, Tables } from '../db/schema.ts'
import { historyOf, listOperators, operatorIds } from '../operators/handovers.ts'
import { readPublication } from '../providers/publication.ts'
import { ITEM_COLUMNS, noOrder, type OrderRow, toItem, toOrder } from './order-rows.ts'

interface Filter extends Partial<Omit<QueryOf<typeof listSubmittedOrders>, 'kind' | 'page'>> {
  kinds: readonly OrderKind[]
}

interface Reader {
  db: Database
  operatorId: number
}

export function pageOfSubmitted(
  reader: Reader,
  { page, ...filter }: Filter & { page: number },
): Promise<AnswerOf<typeof listSubmittedOrders>['result']> {
  return pageOf(listSubmitted(reader, filter), { page, perPage: ORDERS_PER_PAGE })
}

type Item = AnswerOf<typeof listSubmittedOrders>['result']['items'][number]

export function listSubmitted(reader: Reader, filter: Filter) {
  return {
    rows: selectSubmitted(reader, filter),
    id: 'submitted_orders.id',
    toItems: (rows) =>
      rows.map(({ company_id, company_name, operator, ...item }) => ({
        ...toItem(item),
        operator,
        company: { id: company_id, name: company_name },
      })),
  } satisfies Listing<Awaited<ReturnType<ReturnType<typeof selectSubmitted>['execute']>>[number], Item>
}

function selectSubmitted(
  { db, operatorId }: Reader,
  { state, kinds, company_id, assigned, q = '', from, to }: Filter,
) {
  let rows = db
    .selectFrom('submitted_orders')
    .select(ITEM_COLUMNS)
    .select(['company_id'])
    .select((order) => [
      order
        .selectFrom('companies')
        .select('name')
        .whereRef('companies.id', '=', 'submitted_orders.company_id')
        .$asScalar()
        .$notNull()
        .as('company_name'),
      order
        .selectFrom('operator_people')
        .select('operator_people.name')
        .whereRef('operator_people.id', '=', 'submitted_orders.operator_id')
        .as('operator'),
    ])
    .where('kind', 'in', kinds)
    .orderBy('submitted_at', 'desc')
    .orderBy('id', 'desc')
  if (state !== undefined) rows = rows.where('state', '=', state)
  if (company_id !== undefined) rows = rows.where('company_id', '=', company_id)
  if (q !== '') rows = rows.where(matchesText(q))
  if (assigned === 'mine') rows = rows.where('operator_id', '=', operatorId)
  if (assigned === 'none') {
    rows = rows.where((row) =>
      row.or([row('operator_id', 'is', null), row('operator_id', 'not in', operatorIds(db))]),
    )
  }
  if (from) rows = rows.where('submitted_at', '>=', startOfChinaDay(from))
  if (to) rows = rows.where('submitted_at', '<', startOfChinaDay(to) + DAY_MS)
  return rows
}

export async function findSubmitted(
  db: Database,
  id: number,
  kinds: readonly OrderKind[],
): Promise<OrderRow> {
  return db
    .selectFrom('submitted_orders')
    .selectAll()
    .where('id', '=', id)
    .where('kind', 'in', kinds)
    .executeTakeFirstOrThrow(noOrder)
}

export async function toSubmitted(db: Database, row: OrderRow): Promise<OperatorOrder> {
  const company = await db
    .selectFrom('companies')
    .select(['id', 'name'])
    .where('id', '=', row.company_id)
    .executeTakeFirstOrThrow()
  const publication = row.kind === 'provider' ? await readPublication(db, row.id) : null
  const subject = { conversation_id: null, order_id: row.id }
  const operators = await listOperators(db)
  const isCaredFor = operators.some(({ id }) => id === row.operator_id)
  return {
    order: { ...(await toOrder(db, row)), ...(!isCaredFor && { operator: null }) },
    company,
    operator_id: isCaredFor ? row.operator_id : null,
    operators,
    history: await historyOf(db, subject),
    publication,
  }
}

function matchesText(text: string) {
  return (order: ExpressionBuilder<Tables, 'submitted_orders'>) =>
    order.or([
      contains('submitted_orders.title', text),
      contains('submitted_orders.receipt_no', text),
      order(
        'submitted_orders.company_id',
        'in',
        order.selectFrom('companies').select('companies.id').where(contains('companies.name', text)),
      ),
    ])
}
