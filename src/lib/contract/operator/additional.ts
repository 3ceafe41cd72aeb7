/** Applications for loans, by providers, and of company profiles: decisions, and publication of providers. */
import * as v from 'valibot'
import { ORDER_STATES } from '../../rules/orders/order-states.ts'
import { defineCall } from '../call.ts'
import { idParam, pageOf, pageQuery } from '../list.ts'
import { ADDITIONAL_KINDS } from '../orders/additional.ts'
import { orderNote } from '../orders/order.ts'
import { operatorOrder, operatorOrderItem, sharedFilters } from './order.ts'

/** Newest first. */
export const listSubmittedAdditional = defineCall({
  summary: '企业提交的其他申请',
  method: 'GET',
  path: '/operator/api/v1/additional',
  access: 'operator',
  query: v.object({
    kind: v.optional(v.picklist(ADDITIONAL_KINDS)),
    state: v.optional(v.picklist(ORDER_STATES)),
    ...sharedFilters,
    page: pageQuery,
  }),
  answer: v.object({ result: pageOf(operatorOrderItem) }),
})

/**
 * Refuses a decided one with 409; a refusal needs a note. `hide` and `show` change the public page of a provider: `id` is the
 * last approved application, a repeat changes nothing. 404 for an application without a page.
 */
export const changeAdditional = defineCall({
  summary: '处理其他申请，服务商下线、恢复公开',
  method: 'PUT',
  path: '/operator/api/v1/additional/{id}',
  access: 'operator',
  params: idParam,
  body: v.variant('action', [
    v.object({ action: v.picklist(['approve', 'show']), note: v.optional(orderNote) }),
    v.object({ action: v.picklist(['refuse', 'more', 'hide']), note: orderNote }, '请填写说明'),
  ]),
  answer: operatorOrder,
})
