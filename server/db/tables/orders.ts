/** Application orders, other applications, and their service files. */
import type { Generated } from 'kysely'
import type { OrderKind, OrderState } from '../../../src/lib/rules/orders/order-states.ts'
import type { ObjectIdColumn } from './storage.ts'

export interface OrderTables {
  /** Applications for a policy's item and the other applications (`additional`), in one id space. */
  orders: {
    id: Generated<number>
    company_id: number
    /** Who made it. */
    customer_id: number
    kind: OrderKind
    /** The interpretation whose item an application declares; null: another kind of application. */
    item_id: number | null
    /** Page id of the original that an application is about; null: there is none. */
    platform_policy_id: number | null
    title: string
    state: OrderState
    /** For people to name it by, from the first time it is submitted. */
    receipt_no: string | null
    /** Made up by the browser: the same one twice is one order. */
    client_id: string | null
    /** JSON of what was filled in, in the shape of the contract. */
    fields: string
    /** The operator who takes care of it. */
    operator_id: number | null
    /** When it was submitted first. */
    submitted_at: number | null
    created_at: number
    updated_at: number
    /** Counts the changes, so that nobody writes over what he has not seen. */
    revision: number
    /** JSON of what the company is writing to correct it, of which operators see nothing; null: nothing. */
    amendment: Generated<string | null>
  }
  /** A view (migrations/0001.sql) of what operators see: a draft is its company's alone. */
  submitted_orders: OrderTables['orders'] & { receipt_no: string; submitted_at: number }
  /** Drafts of forms that belong to no policy (server/orders/form-drafts.ts). */
  form_drafts: {
    company_id: number
    kind: 'loan' | 'provider'
    client_id: string
    revision: number
    /** JSON, as typed. */
    content: string
    updated_at: number
  }
  /** What happened to an order, only ever added to. */
  order_events: {
    id: Generated<number>
    order_id: number
    at: number
    /** The state from then on. */
    state: OrderState
    /** Name of a customer or operator as it was then. */
    actor: string
    note: string
  }
  /** The company's files of an order. */
  service_files: {
    id: Generated<number>
    order_id: number
    object_id: ObjectIdColumn
    customer_id: number
    local_name: string
    /** Whether it was handed in again, corrected. */
    again: 0 | 1
    /** JSON: names of the materials for which it is. */
    materials: Generated<string>
    created_at: number
    updated_at: number
  }
}
