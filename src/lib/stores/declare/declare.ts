/** Opening the form of a policy's item: what was written before, what is declared already, whom to reach. */
import * as v from 'valibot'
import { ask } from '../../api/ask.ts'
import { explainError } from '../../api/errors.ts'
import { newClientId } from '../../browser/client-id.ts'
import { DRAFT_KEYS, dropKeptDraft, type KeptDraft, readKeptDraft } from '../../browser/kept-draft.ts'
import { hearKept } from '../../browser/kept-events.ts'
import { readProfile } from '../../contract/account/company-profile.ts'
import { type TypedFields, typedFields } from '../../contract/orders/draft.ts'
import { getOrder, listOrders, type Order } from '../../contract/orders/order.ts'
import { $companyId, endedByRefusal, knowSession } from '../session.ts'
import {
  $declare,
  $declareNotice,
  $fieldProblems,
  $keeping,
  $others,
  changeForm,
  differences,
  type Form,
  formOf,
  keepHere,
  say,
} from './form.ts'
import { saveNow } from './save.ts'

/** What the item asks for, ticked by hand. */
let materials: readonly string[] = []

const isEmpty = ({ contact, phone, amount, summary, materials: list }: TypedFields) =>
  [contact, phone, amount, summary].every((text) => text.trim() === '') && !list.some(({ ready }) => ready)

/** Opens the form: with what this device keeps, else with the account's draft, else empty but for the contact. */
export async function openDeclaration(itemId: number, names: readonly string[]): Promise<void> {
  if ($declare.get().status !== 'closed' && formOf()?.itemId === itemId) return
  materials = names
  $declare.set({ status: 'opening' })
  $declareNotice.set(null)
  $fieldProblems.set({})
  $others.set([])
  await knowSession()
  const companyId = $companyId.get()
  const kept =
    readKeptDraft(companyId, itemId) ?? (companyId === null ? undefined : adoptVisitors(companyId, itemId))
  start(itemId, companyId, kept)
  if (companyId !== null) await meetAccount(itemId, companyId)
}

/** What was written on this device before the login now belongs to the company. */
function adoptVisitors(companyId: number, itemId: number): KeptDraft | undefined {
  const kept = readKeptDraft(null, itemId)
  if (!kept) return undefined
  dropKeptDraft(null, itemId)
  keepHere({ itemId, companyId, clientId: kept.client_id, order: null, fields: kept.fields })
  return kept
}

function start(itemId: number, companyId: number | null, kept: KeptDraft | undefined): void {
  const fields = withMaterials(kept?.fields ?? v.parse(typedFields, {}))
  const clientId = kept?.client_id ?? newClientId()
  $keeping.set({ status: kept ? 'device' : 'blank' })
  $declare.set({
    status: 'writing',
    form: { itemId, companyId, clientId, order: kept?.order ?? null, fields },
  })
}

/** The item's list as it is now, with the ticks that were set; what the list no longer asks for stays if it was ticked. */
function withMaterials(fields: TypedFields): TypedFields {
  const ready = new Set(fields.materials.flatMap((each) => (each.ready ? [each.name] : [])))
  const asked = materials.map((name) => ({ name, ready: ready.has(name) }))
  const former = fields.materials.filter(({ name, ready: isReady }) => isReady && !materials.includes(name))
  return { ...fields, materials: [...asked, ...former] }
}

/** What the account has for this item. Without an answer one can write all the same. */
async function meetAccount(itemId: number, companyId: number): Promise<void> {
  try {
    const { items } = (await ask(listOrders, { params: { companyId }, query: { item_id: itemId } })).result
    const form = formOf()
    if (form?.itemId !== itemId || form.companyId !== companyId) return
    const draft = items.find(({ state, id }) => state === 'draft' && (form.order?.id ?? id) === id)
    const isFresh = form.order === null && isEmpty(form.fields)
    if (draft && isFresh) resume(await readOrder(companyId, draft.id))
    else if (isFresh) await prefill(companyId, form)
    else if ($keeping.get().status === 'device') saveNow()
    const own = formOf()?.order?.id
    $others.set(items.filter(({ id }) => id !== own))
  } catch (error) {
    if (!endedByRefusal(error))
      say(`没有读到账户里的申报记录：${explainError(error)}。您可以先填写。`, 'hint')
  }
}

/** Shows a draft of the account, unless something has been typed meanwhile. */
function resume(draft: Order): void {
  const form = formOf()
  if (!form || !isEmpty(form.fields)) return
  const fields = withMaterials(v.parse(typedFields, draft.fields))
  changeForm(form.clientId, { order: { id: draft.id, revision: draft.revision }, fields })
  $keeping.set({ status: 'account' })
}

/** Whom to reach is what the company profile says, else what was written last time. */
async function prefill(companyId: number, { clientId }: Form): Promise<void> {
  const { profile } = await ask(readProfile, {})
  const isInProfile = profile.contact !== '' || profile.phone !== ''
  const { contact, phone } = isInProfile ? profile : await contactOfLastOrder(companyId)
  const form = formOf()
  if (form?.clientId !== clientId || !isEmpty(form.fields)) return
  if (!contact && !phone) return
  changeForm(clientId, { fields: { ...form.fields, contact, phone } })
  const source = isInProfile ? '企业档案' : '您企业上次填写的内容'
  say(`联系人和电话取自${source}，请核对。`, 'hint')
}

async function contactOfLastOrder(companyId: number): Promise<{ contact: string; phone: string }> {
  const { items } = (await ask(listOrders, { params: { companyId }, query: {} })).result
  const source = items.find(({ kind }) => kind === 'company') ?? items[0]
  if (!source) return { contact: '', phone: '' }
  return (await readOrder(companyId, source.id)).fields
}

async function readOrder(companyId: number, orderId: number): Promise<Order> {
  return (await ask(getOrder, { params: { companyId, orderId } })).order
}

/** Hides the form. What was typed is kept; what the account lacks is sent on. */
export async function closeDeclaration(): Promise<void> {
  const { status } = $declare.get()
  if (status === 'closed' || status === 'submitting') return
  if ($keeping.get().status === 'device') await saveNow()
  $declare.set({ status: 'closed' })
}

/** Follows logins and other tabs for as long as the page shows the form. */
export function followDeclaration(): () => void {
  const stops = [$companyId.listen(meetCompany), hearKept('orders', DRAFT_KEYS, meetOtherTab)]
  return () => {
    for (const stop of stops) stop()
  }
}

/** Somebody logged in. What a visitor wrote goes with him; another company's words stay where they are. */
function meetCompany(companyId: number | null): void {
  const form = formOf()
  if (!form || companyId === null) return
  if (form.companyId === companyId) {
    if ($keeping.get().status === 'failed') $keeping.set({ status: 'device' })
    if ($keeping.get().status === 'device') saveNow()
    return
  }
  const isTakenAlong = form.companyId === null && !readKeptDraft(companyId, form.itemId)
  if (isTakenAlong && !isEmpty(form.fields)) {
    keepHere({ ...form, companyId })
    dropKeptDraft(null, form.itemId)
    changeForm(form.clientId, { companyId })
    meetAccount(form.itemId, companyId)
    return
  }
  $declare.set({ status: 'closed' })
  openDeclaration(form.itemId, materials)
}

/** Another tab wrote: what is untouched here follows it; what is not, is told. */
async function meetOtherTab(): Promise<void> {
  const form = formOf()
  if (!form || $declare.get().status !== 'writing') return
  const kept = readKeptDraft(form.companyId, form.itemId)
  if (kept && differences(kept.fields, form.fields).length === 0) return
  const isUntouched = ['blank', 'account'].includes($keeping.get().status)
  if (!isUntouched) {
    if (kept) say('您在另一个页面也在填写这份申报。在这里继续填写，会以这里的内容为准。', 'hint')
    return
  }
  $declare.set({ status: 'closed' })
  await openDeclaration(form.itemId, materials)
}
