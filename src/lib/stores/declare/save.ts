/** Saving an application while it is being written: on the device at once, in the account a moment later. */

import * as v from 'valibot'
import { ask } from '../../api/ask.ts'
import { explainError, RefusedError } from '../../api/errors.ts'
import { newClientId } from '../../browser/client-id.ts'
import { readKeptDraft } from '../../browser/kept-draft.ts'
import { tellTabs } from '../../browser/page-events.ts'
import { CODES } from '../../contract/envelope.ts'
import { readTyped, type TypedFields, typedFields } from '../../contract/orders/draft.ts'
import { changeOrder, createOrder, type Order } from '../../contract/orders/order.ts'
import { delaySaving } from '../delayed-save.ts'
import { orderIn } from '../orders/refused-order.ts'
import { endedByRefusal } from '../session.ts'
import {
  $declare,
  $declareNotice,
  $fieldProblems,
  $keeping,
  changeForm,
  dropHere,
  type Form,
  finish,
  formOf,
  keepHere,
  say,
} from './form.ts'

const saving = delaySaving(save)

/** What this page has sent, as text: an answer that was lost is not taken for somebody else's change. */
const sent = new Set<string>()

/** Takes what was typed. It is on the device before the next keystroke. */
export function typeField(change: Partial<TypedFields>): void {
  const form = formOf()
  if (!form || $declare.get().status !== 'writing') return
  const changed = { ...form, clientId: sharedClientId(form), fields: { ...form.fields, ...change } }
  changeForm(form.clientId, changed)
  keepHere(changed)
  const problems = { ...$fieldProblems.get() }
  for (const name of Object.keys(change)) delete problems[name as keyof TypedFields]
  $fieldProblems.set(problems)
  if ($keeping.get().status === 'conflict') return
  $keeping.set({ status: 'device' })
  if (form.companyId !== null) saving.soon()
  else tellTabs('orders')
}

/** Of two tabs that begin at once, the second goes on under the first one's number: it is one draft, not two. */
function sharedClientId({ companyId, itemId, clientId, order }: Form): string {
  if (order) return clientId
  return readKeptDraft(companyId, itemId)?.client_id ?? clientId
}

/** A material is there: its papers have just been chosen. */
export function markReady(name: string): void {
  const form = formOf()
  if (!form) return
  const materials = form.fields.materials.map((each) =>
    each.name === name ? { ...each, ready: true } : each,
  )
  typeField({ materials })
}

/** Brings what was typed into the account. True when all of it is there. */
export function saveNow(): Promise<boolean> {
  return saving.now()
}

async function save(): Promise<boolean> {
  const form = formOf()
  if (!form || form.companyId === null || $keeping.get().status === 'conflict') return false
  if ($keeping.get().status !== 'device' && $keeping.get().status !== 'failed') return true
  $keeping.set({ status: 'saving' })
  try {
    const saved = await write(form, form.companyId)
    if (!saved) return false
    return settle(form, saved)
  } catch (error) {
    return meetRefusal(form, error)
  }
}

/** The draft with what was typed in it; null when it turned out to be something else. */
async function write({ itemId, clientId, order, fields }: Form, companyId: number): Promise<Order | null> {
  const { draft } = readTyped(fields)
  sent.add(JSON.stringify(draft))
  if (order) {
    const { id, revision } = order
    const body = { action: 'save', fields: draft, revision } as const
    return (await ask(changeOrder, { params: { companyId, orderId: id }, body })).order
  }
  const body = { item_id: itemId, fields: draft, client_id: clientId }
  const made = await ask(createOrder, { params: { companyId }, body })
  if (made.warning) say(made.warning, 'hint')
  if (JSON.stringify(made.order.fields) === JSON.stringify(draft)) return made.order
  // There was one under this number already: of another tab, or of an answer that never came.
  meet(formOf() ?? { itemId, companyId, clientId, order, fields }, made.order)
  return null
}

/** What was typed meanwhile, and what the account could not take, stays on the device. */
function settle(form: Form, saved: Order): boolean {
  const order = { id: saved.id, revision: saved.revision }
  changeForm(form.clientId, { order })
  tellTabs('orders')
  const now = formOf()
  if (now?.clientId !== form.clientId) return false
  const { problems } = readTyped(form.fields)
  const isNewest = now.fields === form.fields
  if (isNewest && Object.keys(problems).length === 0) {
    dropHere(form)
    $keeping.set({ status: 'account' })
    return true
  }
  keepHere(now)
  $keeping.set({ status: 'device' })
  if (isNewest) $fieldProblems.set(problems)
  else saving.soon()
  return false
}

/** Says why it was not saved. False: it was not. */
function meetRefusal(form: Form, error: unknown): false {
  const now = formOf()
  if (now) keepHere(now)
  if (endedByRefusal(error)) {
    $keeping.set({ status: 'failed', text: '登录已过期，登录后会接着保存' })
    return false
  }
  const theirs = orderIn(error)
  if (theirs) meet(form, theirs)
  else if (isGone(error) && form.order) loseOrder(form)
  else $keeping.set({ status: 'failed', text: explainError(error) })
  return false
}

/** The draft as the account has it, where that is not what this page knew. */
export function meet(form: Form, theirs: Order): void {
  if (theirs.state === 'withdrawn') loseOrder(form)
  else if (theirs.state !== 'draft') finish(form, theirs, false)
  else if (sent.has(JSON.stringify(theirs.fields))) {
    changeForm(form.clientId, { order: { id: theirs.id, revision: theirs.revision } })
    $keeping.set({ status: 'device' })
    saveNow()
  } else $keeping.set({ status: 'conflict', theirs })
}

export function isGone(error: unknown): boolean {
  return error instanceof RefusedError && error.code === CODES.none
}

/** The draft was deleted elsewhere; the words are still here and become a new one. */
export function loseOrder(form: Form): void {
  const clientId = newClientId()
  changeForm(form.clientId, { order: null, clientId })
  const now = formOf()
  if (now) keepHere(now)
  $keeping.set({ status: 'device' })
  say('这份草稿已在别处删除。您填写的内容还在这里，继续填写或提交会另存为一份新的。', 'hint')
}

/** Ends a conflict: with what stands here, or with what the account has. */
export function resolveConflict(choice: 'mine' | 'theirs'): void {
  const keeping = $keeping.get()
  const form = formOf()
  if (keeping.status !== 'conflict' || !form) return
  const { theirs } = keeping
  const order = { id: theirs.id, revision: theirs.revision }
  $declareNotice.set(null)
  if (choice === 'mine') {
    changeForm(form.clientId, { order })
    $keeping.set({ status: 'device' })
    saveNow()
    return
  }
  changeForm(form.clientId, { order, fields: v.parse(typedFields, theirs.fields) })
  dropHere(form)
  $keeping.set({ status: 'account' })
}
