import type { Generated } from 'kysely'
import type { OrderKind, OrderState } from '../../../src/lib/rules/orders/order-states.ts'
import type { ObjectIdColumn } from './storage.ts'

export interface OrderTables {
  orders: {
    id: Generated<number>
    company_id: number
    customer_id: number
    kind: OrderKind
    /** The interpretation whose item an application declares; null for other applications. */
    item_id: number | null
    platform_policy_id: number | null
    title: string
    state: OrderState
    receipt_no: string | null
    /** Made by the browser: sent twice it is one order. */
    client_id: string | null
    fields: string
    operator_id: number | null
    submitted_at: number | null
    created_at: number
    updated_at: number
    /** Counts the changes, so that no one overwrites a version that they have not seen. */
    revision: number
    /** JSON of the company's unsubmitted correction, which operators do not see; null for none. */
    amendment: Generated<string | null>
  }
  /** A view for operators: drafts and corrections under way belong to the company alone. */
  submitted_orders: Omit<OrderTables['orders'], 'amendment'> & { receipt_no: string; submitted_at: number }
  form_drafts: {
    company_id: number
    kind: 'loan' | 'provider'
    client_id: string
    revision: number
    content: string
    updated_at: number
  }
  order_events: {
    id: Generated<number>
    order_id: number
    at: number
    state: OrderState
    actor: string
    note: string
  }
  service_files: {
    id: Generated<number>
    order_id: number
    object_id: ObjectIdColumn
    customer_id: number
    local_name: string
    again: 0 | 1
    materials: Generated<string>
    created_at: number
    updated_at: number
  }
}
