/** Submitted orders for the operators. */
import * as v from 'valibot'
import { ORDER_KINDS, ORDER_STATES } from '../../rules/orders/order-states.ts'
import { defineCall } from '../call.ts'
import { calendarDay, idParam, pageOf, pageQuery } from '../list.ts'
import { order, orderItem, orderNote } from '../orders/order.ts'
import { line } from '../text.ts'
import { ASSIGNMENTS } from './conversation.ts'
import { deskEvent, handOver } from './work.ts'

const company = v.object({ id: v.number(), name: v.string() })

export const operatorOrderItem = v.object({
  ...orderItem.entries,
  company,
  /** Name of the responsible operator; null for none, or a removed one. */
  operator: v.nullable(v.string()),
})

export const operatorOrder = v.object({
  order,
  company,
  /** Person id of the responsible operator. */
  operator_id: v.nullable(v.number()),
  /** Assignable operators. */
  operators: v.array(v.object({ id: v.number(), name: v.string() })),
  /** The operators' own history of it, newest first. */
  history: v.array(deskEvent),
  /** Its public page, /enterprise/{category_id}/{id}; null without one. */
  publication: v.nullable(v.object({ id: v.number(), category_id: v.number(), shown: v.boolean() })),
})

export type OperatorOrder = v.InferOutput<typeof operatorOrder>

/** Common filters of both lists of applications, besides the state. */
export const sharedFilters = {
  assigned: v.optional(v.picklist(ASSIGNMENTS), 'all'),
  /** Range of the first submission, by days in China. */
  from: v.optional(calendarDay),
  to: v.optional(calendarDay),
}

/** Newest first. `q` searches title, receipt number and company name. */
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
    q: v.optional(v.union([line('搜索内容', 100), v.pipe(v.string(), v.trim(), v.literal(''))]), ''),
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

/** Assigns the order to the caller, also from another operator; a submitted one becomes 审核中. 409 for a closed one. */
export const takeOrder = defineCall({
  summary: '受理申报订单',
  method: 'PUT',
  path: '/operator/api/v1/orders/{id}/take',
  access: 'operator',
  params: idParam,
  answer: operatorOrder,
})

/** 409 for another operator's order, and for an unreachable state. A refusal needs a note. */
export const moveOrder = defineCall({
  summary: '变更申报订单的状态',
  method: 'PUT',
  path: '/operator/api/v1/orders/{id}/state',
  access: 'operator',
  params: idParam,
  body: v.variant('state', [
    v.object({ state: v.picklist(['more-needed', 'rejected']), note: orderNote }, '请填写说明'),
    v.object({
      state: v.picklist(['draft', 'submitted', 'reviewing', 'approved', 'publicity', 'paid', 'withdrawn']),
      note: v.optional(orderNote),
    }),
  ]),
  answer: operatorOrder,
})

/**
 * Assigns from one operator, or none, to another; changes nothing else. 409 for a closed one, or if the operator
 * has changed.
 */
export const assignOrder = defineCall({
  summary: '分派或转交申请',
  method: 'PUT',
  path: '/operator/api/v1/orders/{id}/assign',
  access: 'operator',
  params: idParam,
  body: handOver,
  answer: operatorOrder,
})
