/** Submitted orders, for the operators. */
import * as v from 'valibot'
import { ORDER_KINDS, ORDER_STATES } from '../../rules/orders/order-states.ts'
import { defineCall } from '../call.ts'
import { calendarDay, idParam, pageOf, pageQuery, searchQuery } from '../list.ts'
import { order, orderItem, orderNote } from '../orders/order.ts'
import { ASSIGNMENTS } from './conversation.ts'
import { deskEvent, handOver } from './work.ts'

const company = v.object({ id: v.number(), name: v.string() })

export const operatorOrderItem = v.object({
  ...orderItem.entries,
  company,
  /** Name of the operator; null: none, or a former operator. */
  operator: v.nullable(v.string()),
})

export const operatorOrder = v.object({
  order,
  company,
  operator_id: v.nullable(v.number()),
  operators: v.array(v.object({ id: v.number(), name: v.string() })),
  history: v.array(deskEvent),
  /** Its public page, /enterprise/{category_id}/{id}; null: none. */
  publication: v.nullable(v.object({ id: v.number(), category_id: v.number(), shown: v.boolean() })),
})

export type OperatorOrder = v.InferOutput<typeof operatorOrder>

export const sharedFilters = {
  assigned: v.optional(v.picklist(ASSIGNMENTS), 'all'),
  /** Range of the first submission, by days in China. */
  from: v.optional(calendarDay),
  to: v.optional(calendarDay),
}

/** Newest first. `q`: a part of the title, the receipt number or the company's name. */
export const listSubmittedOrders = defineCall({
  summary: '企业提交的申报订单',
  method: 'GET',
  path: '/operator/api/v1/orders',
  access: 'operator',
  query: v.object({
    state: v.optional(v.picklist(ORDER_STATES)),
    kind: v.optional(v.picklist(ORDER_KINDS)),
    company_id: v.optional(idParam.entries.id),
    ...sharedFilters,
    q: searchQuery,
    page: pageQuery,
  }),
  answer: v.object({ result: pageOf(operatorOrderItem) }),
})

export const getSubmittedOrder = defineCall({
  summary: '一个申报订单',
  method: 'GET',
  path: '/operator/api/v1/orders/{id}',
  access: 'operator',
  params: idParam,
  answer: operatorOrder,
})

/**
 * `take`: the caller becomes the operator, also after another one; a submitted order becomes 审核中. `move` leads to another
 * state. `assign` changes the operator only. 409 for a closed order, another operator's, or another one than `from`.
 */
export const changeSubmittedOrder = defineCall({
  summary: '受理、转交申报订单，或变更状态',
  method: 'PUT',
  path: '/operator/api/v1/orders/{id}',
  access: 'operator',
  params: idParam,
  body: v.variant('act', [
    v.object({ act: v.literal('take') }),
    v.object({ act: v.literal('assign'), ...handOver.entries }),
    v.variant('state', [
      v.object(
        { act: v.literal('move'), state: v.picklist(['more-needed', 'rejected']), note: orderNote },
        '请填写说明',
      ),
      v.object({
        act: v.literal('move'),
        state: v.picklist(['draft', 'submitted', 'reviewing', 'approved', 'publicity', 'paid', 'withdrawn']),
        note: v.optional(orderNote),
      }),
    ]),
  ]),
  answer: operatorOrder,
})
