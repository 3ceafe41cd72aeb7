/** The application that is being written: what was typed, where it is kept, and what there is to say about it. */
import { atom } from 'nanostores'
import { dropKeptDraft, keepDraft } from '../../browser/kept-draft.ts'
import { tellTabs } from '../../browser/page-events.ts'
import type { FieldName, FieldProblems, TypedFields } from '../../contract/orders/draft.ts'
import type { Order, OrderItem } from '../../contract/orders/order.ts'
import type { Keeping } from '../keeping.ts'

export interface Form {
  itemId: number
  /** Null: written before a login. */
  companyId: number | null
  /** The same one twice is one order, however often it is sent. */
  clientId: string
  /** The draft in the account as it was seen last. */
  order: { id: number; revision: number } | null
  fields: TypedFields
}

export type DeclareState =
  | { status: 'closed' }
  | { status: 'opening' }
  | { status: 'writing'; form: Form }
  | { status: 'submitting'; form: Form }
  /** `here`: by this page, just now. */
  | { status: 'submitted'; order: Order; here: boolean }

export const $declare = atom<DeclareState>({ status: 'closed' })
export const $keeping = atom<Keeping<Order>>({ status: 'blank' })
export const $fieldProblems = atom<FieldProblems>({})
/** What the person should know or do, in words. */
export const $declareNotice = atom<{ tone: 'error' | 'hint'; text: string } | null>(null)
/** Other orders of the company for the same item, newest first. */
export const $others = atom<readonly OrderItem[]>([])
/** False when this device cannot keep anything. */
export const $draftKeepable = atom(true)

export function formOf(state = $declare.get()): Form | null {
  return state.status === 'writing' || state.status === 'submitting' ? state.form : null
}

/** Changes the form that is being written; another one that was opened meanwhile is left alone. */
export function changeForm(clientId: string, change: Partial<Form>): void {
  const state = $declare.get()
  const form = formOf(state)
  if (form?.clientId !== clientId) return
  $declare.set({ ...state, form: { ...form, ...change } } as DeclareState)
}

/** Puts the form on the device, from where a reload or another tab takes it. */
export function keepHere(form: Form): void {
  const { companyId, itemId, clientId, order, fields } = form
  $draftKeepable.set(keepDraft(companyId, itemId, { client_id: clientId, order, fields, at: Date.now() }))
}

export function dropHere({ companyId, itemId }: Form): void {
  dropKeptDraft(companyId, itemId)
}

/** It is handed in; the device need not remember it, and the other tabs should know. */
export function finish(form: Form, order: Order, here: boolean): void {
  dropHere(form)
  $keeping.set({ status: 'blank' })
  $declareNotice.set(null)
  $fieldProblems.set({})
  $declare.set({ status: 'submitted', order, here })
  tellTabs('orders')
}

export function say(text: string, tone: 'error' | 'hint' = 'error'): void {
  $declareNotice.set({ tone, text })
}

/** The names of the fields in which two versions differ. */
export function differences(one: TypedFields, other: TypedFields): FieldName[] {
  const names = Object.keys(one) as FieldName[]
  return names.filter((name) => JSON.stringify(one[name]) !== JSON.stringify(other[name]))
}
