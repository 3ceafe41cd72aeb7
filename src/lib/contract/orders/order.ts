/** Application orders (behaviour B11.1). Orders and `additional` entries share one id space, `poid`. */
import * as v from 'valibot'
import { ORDER_KINDS, ORDER_STATES } from '../../rules/orders/order-states.ts'
import { defineCall } from '../call.ts'
import { idParam, pageOf, pageQuery, timestamp } from '../list.ts'
import { applicationWindow } from '../policies/item.ts'
import { paragraph } from '../text.ts'
import { applicationDraft, companyFields, loanFields, providerFields } from './order-fields.ts'
import { serviceFile } from './service-file.ts'

export const ORDERS_PER_PAGE = 20
export const DRAFTS_MAX = 50
export const OPEN_ORDERS_MAX = 50
export const OPEN_ORDERS_PER_ITEM = 5

const id = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(Number.MAX_SAFE_INTEGER))
const state = v.picklist(ORDER_STATES)

/** Made by the browser for each new entry: sent twice, it is still one entry. */
export const clientId = v.pipe(v.string(), v.regex(/^[\w-]{8,64}$/, '提交编号不正确'))
export const ORDER_NOTE_LIMIT = 500
export const orderNote = paragraph('说明', ORDER_NOTE_LIMIT)

export const orderItem = v.object({
  id,
  kind: v.picklist(ORDER_KINDS),
  title: v.string(),
  state,
  /** Page ids of the interpretation and, if there is one, of the original; null without a policy. */
  item_id: v.nullable(id),
  platform_policy_id: v.nullable(id),
  /** SB20261121-000123; null until it is submitted. */
  receipt_no: v.nullable(v.string()),
  gmt_create: timestamp,
  gmt_modified: timestamp,
  gmt_submit: v.nullable(timestamp),
})

export type OrderItem = v.InferOutput<typeof orderItem>

/** In the list a draft has the window for its submission; null after submission, and without a window. */
const listedOrder = v.object({ ...orderItem.entries, window: v.nullable(applicationWindow) })

export type ListedOrder = v.InferOutput<typeof listedOrder>

const details = v.object({
  ...orderItem.entries,
  revision: v.number(),
  operator: v.nullable(v.string()),
  events: v.array(v.object({ state, by: v.string(), note: v.string(), gmt_create: timestamp })),
  files: v.array(serviceFile),
  /** By `hash_name`: files of `fields` that the virus scanner has not passed; missing when all are clean. */
  scans: v.optional(v.record(v.string(), v.picklist(['pending', 'refused']))),
})

export const order = v.variant('kind', [
  v.object({ ...details.entries, kind: v.literal('application'), fields: applicationDraft }),
  v.object({ ...details.entries, kind: v.literal('loan'), fields: loanFields }),
  v.object({ ...details.entries, kind: v.literal('provider'), fields: providerFields }),
  v.object({ ...details.entries, kind: v.literal('company'), fields: companyFields }),
])

export type Order = v.InferOutput<typeof order>

const ofCompany = v.object({ companyId: idParam.entries.id })
const ofOrder = v.object({ companyId: idParam.entries.id, orderId: idParam.entries.id })

/** Everything of the company except deleted drafts, newest first; `poid` selects one. */
export const listOrders = defineCall({
  summary: '我的申报订单',
  method: 'GET',
  path: '/startup/api/v1/company/order/{companyId}',
  access: 'company',
  params: ofCompany,
  query: v.object({
    page: pageQuery,
    state: v.optional(state),
    kind: v.optional(v.picklist(ORDER_KINDS)),
    poid: v.optional(idParam.entries.id),
    item_id: v.optional(idParam.entries.id),
  }),
  answer: v.object({ result: pageOf(listedOrder) }),
})

export const getOrder = defineCall({
  summary: '一个申报订单和它的进度',
  method: 'GET',
  path: '/startup/api/v1/company/order/{companyId}/{orderId}',
  access: 'company',
  params: ofOrder,
  answer: v.object({ order }),
})

/**
 * Added by us: creates a draft or, with `submit`, a submitted application. The same `client_id` again changes nothing and
 * returns the order's present state. Not declarable: 404; outside its window: 409.
 */
export const createOrder = defineCall({
  summary: '新建申报',
  method: 'POST',
  path: '/startup/api/v1/company/order/{companyId}',
  access: 'company',
  params: ofCompany,
  body: v.object({
    item_id: id,
    fields: applicationDraft,
    submit: v.optional(v.boolean(), false),
    client_id: clientId,
  }),
  answer: v.object({
    order,
    warning: v.nullable(v.string()),
  }),
})

/** save and submit: a draft; answer: an application that was sent back; withdraw: before the decision. */
export const ORDER_ACTIONS = ['save', 'submit', 'answer', 'withdraw'] as const

/** Added by us. 409 with the newest `order` if `revision` is old or the state forbids the change. */
export const changeOrder = defineCall({
  summary: '保存、提交、补充或撤回申报',
  method: 'PUT',
  path: '/startup/api/v1/company/order/{companyId}/{orderId}',
  access: 'company',
  params: ofOrder,
  body: v.object({
    action: v.picklist(ORDER_ACTIONS),
    fields: v.optional(applicationDraft),
    note: v.optional(orderNote),
    revision: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(2_147_483_647)),
  }),
  answer: v.object({ order }),
})
