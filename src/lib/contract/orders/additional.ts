/** Applications without a policy: for a loan, as a service provider, for the company's profile (behaviour B11.2). */
import * as v from 'valibot'
import { defineCall } from '../call.ts'
import { pageOf, pageQuery } from '../list.ts'
import { draftRevision } from './form-draft.ts'
import { clientId, order, orderItem } from './order.ts'
import { companyFields, loanFields, providerFields } from './order-fields.ts'

export const ADDITIONAL_KINDS = ['loan', 'provider', 'company'] as const
export type AdditionalKind = (typeof ADDITIONAL_KINDS)[number]

const again = {
  client_id: v.optional(clientId),
  /** The caller's entry that needs a correction: the body replaces it and submits it again. */
  poid: v.optional(orderItem.entries.id),
  /** Last known revision of the entry in `poid`, or else of the account's draft; 0 for none. */
  revision: v.optional(draftRevision),
}

const INCOMPLETE = '请填写完整的申请内容'

export const listAdditional = defineCall({
  summary: '我提交的贷款、入驻等申请',
  method: 'GET',
  path: '/customer/api/v1/additional',
  access: 'company',
  query: v.object({ kind: v.optional(v.picklist(ADDITIONAL_KINDS)), page: pageQuery }),
  answer: v.object({ result: pageOf(orderItem) }),
})

/**
 * Submits at once. The same `client_id` again, or a correction with the same content, changes nothing and returns the entry's
 * newest state. 409 with the newest `draft` or `order` if `revision` is old; 404 with its `hash_name` if a file is gone.
 */
export const addAdditional = defineCall({
  summary: '提交贷款、入驻或企业资料申请',
  method: 'POST',
  path: '/customer/api/v1/additional',
  access: 'company',
  body: v.variant(
    'kind',
    [
      v.object({ ...loanFields.entries, ...again, kind: v.literal('loan') }, INCOMPLETE),
      v.object({ ...providerFields.entries, ...again, kind: v.literal('provider') }, INCOMPLETE),
      v.object({ ...companyFields.entries, ...again, kind: v.literal('company') }, INCOMPLETE),
    ],
    '请选择申请的种类',
  ),
  answer: v.object({ data: order }),
})
