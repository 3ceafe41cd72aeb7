/** The open application for a policy's item: its text, and the account's draft. */
import * as v from 'valibot'
import { ask } from '../../api/ask.ts'
import { RefusedError } from '../../api/errors.ts'
import { notifyTabs } from '../../browser/page-events.ts'
import { CODES } from '../../contract/envelope.ts'
import { type FieldName, readTyped, type TypedFields, typedFields } from '../../contract/orders/draft.ts'
import { changeOrder, createOrder, getOrder, type Order } from '../../contract/orders/order.ts'
import type { ApplicationDraft } from '../../contract/orders/order-fields.ts'
import { type AccountDraft, createDraftForm, type Form as FormOf } from '../drafts/draft-form.ts'
import { createSync, type Newest } from '../drafts/sync.ts'
import { orderIn } from '../orders/read-order.ts'

export type Form = FormOf<TypedFields>

export const draftForm = createDraftForm<TypedFields, Order>({
  schema: typedFields,
  blank: () => v.parse(typedFields, {}),
  isBlank: ({ contact, phone, amount, summary, materials }) =>
    [contact, phone, amount, summary].every((text) => text.trim() === '') &&
    !materials.some(({ ready }) => ready),
  ownGoOn: '您在另一个页面也在填写这份申报。在本页继续填写，以本页内容为准。',
})

export const {
  $form: $declare,
  $sync: $declareSync,
  $problems: $fieldProblems,
  $checks: $declareChecks,
  $notice: $declareNotice,
  $keepable: $draftKeepable,
  dropOther,
  currentForm: formOf,
  say,
} = draftForm

let materials: readonly string[] = []

export function askForMaterials(names: readonly string[]): void {
  materials = names
}

/** Returns the item's present list with the existing ticks; a removed material stays if ticked. */
export function withMaterials(fields: TypedFields): TypedFields {
  const ready = new Set(fields.materials.flatMap((each) => (each.ready ? [each.name] : [])))
  const asked = materials.map((name) => ({ name, ready: ready.has(name) }))
  const former = fields.materials.filter(({ name, ready: isReady }) => isReady && !materials.includes(name))
  return { ...fields, materials: [...asked, ...former] }
}

export const sync = createSync<TypedFields, ApplicationDraft, Order>(draftForm, {
  toSaved: (fields) => readTyped(fields).draft,
  problemsIn: (fields) => readTyped(fields).problems,
  fromSaved: (saved) => withMaterials(v.parse(typedFields, saved)),
  async write(form, fields) {
    const { companyId, itemId = 0, clientId, orderId, revision } = form
    if (orderId !== undefined) {
      const body = { action: 'save', fields, revision } as const
      const { order } = await ask(changeOrder, { params: paramsOf(form, orderId), body })
      return newestOf(order, form)
    }
    const body = { item_id: itemId, fields, client_id: clientId }
    const { order, warning } = await ask(createOrder, { params: { companyId: companyId ?? 0 }, body })
    if (warning) say(warning, 'hint')
    // The order may exist already: from another tab, or after a lost answer.
    return newestOf(order, form)
  },
  async newestIn(error, form) {
    const order = orderIn(error)
    if (order) return newestOf(order, form)
    return isGone(error) && (await isOrderGone(form)) ? { status: 'deleted' } : undefined
  },
  onSaved: () => notifyTabs('orders'),
  afterDeletion: {
    words: '这份草稿已在别处删除。您填写的内容已保留，继续填写或提交将另存为新草稿。',
    isSavedAtOnce: false,
  },
})

export const { saveNow } = sync

function newestOf(order: Order, form: Form): Newest<ApplicationDraft, Order> {
  if (order.state === 'withdrawn') return { status: 'deleted' }
  if (order.state !== 'draft') return { status: 'sent', sent: order }
  return { status: 'draft', draft: draftOf(order, form) }
}

export function draftOf(
  { id, revision, gmt_modified, fields }: Order,
  { clientId }: Form,
): AccountDraft<ApplicationDraft> {
  return { id, client_id: clientId, revision, gmt_modified, content: fields as ApplicationDraft }
}

export function paramsOf({ companyId }: Form, orderId: number) {
  return { companyId: companyId ?? 0, orderId }
}

/** Either the policy or the draft is gone: a request for the draft shows which. */
async function isOrderGone(form: Form): Promise<boolean> {
  if (form.orderId === undefined) return false
  return ask(getOrder, { params: paramsOf(form, form.orderId) }).then(() => false, isGone)
}

function isGone(error: unknown): boolean {
  return error instanceof RefusedError && error.code === CODES.none
}

export function typeField(change: Partial<TypedFields>): void {
  draftForm.clearProblems(Object.keys(change))
  sync.changeContent((fields) => ({ ...fields, ...change }))
}

export function differences(one: TypedFields, other: TypedFields): FieldName[] {
  const names = Object.keys(one) as FieldName[]
  return names.filter((name) => JSON.stringify(one[name]) !== JSON.stringify(other[name]))
}
