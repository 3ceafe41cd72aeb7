/** Whether everybody sees an approved provider, as the operators decide it. */
import * as v from 'valibot'
import { defineCall } from '../call.ts'
import { idParam } from '../list.ts'
import { orderNote } from '../orders/order.ts'
import { operatorOrder } from './order.ts'

/**
 * `id` is the application that was approved last. The company hears of it with the note; the same again changes nothing.
 * An application without a page: 404.
 */
export const showProvider = defineCall({
  summary: '服务商下线、恢复公开',
  method: 'PUT',
  path: '/operator/api/v1/additional/{id}/public',
  access: 'operator',
  params: idParam,
  body: v.variant(
    'shown',
    [
      v.object({ shown: v.literal(false), note: orderNote }, '请填写说明'),
      v.object({ shown: v.literal(true), note: v.optional(orderNote) }),
    ],
    '请选择下线还是恢复公开',
  ),
  answer: operatorOrder,
})
