/** An application under amendment: its present content, and the operators' request. */
import { atom } from 'nanostores'
import { ask } from '../../api/ask.ts'
import { explainError, RefusedError } from '../../api/errors.ts'
import { laterSeconds } from '../../api/later.ts'
import { type DraftPlace, dropKeptDraft, type KeptDraft } from '../../browser/kept/kept-drafts.ts'
import type { FormDraft } from '../../contract/orders/form-draft.ts'
import { getOrder, type Order } from '../../contract/orders/order.ts'
import { fromDraftContent, type TypedForm, toDraftContent } from '../../forms/typed-form.ts'
import { enteredBy, nextStates, ORDER_NOT_FOUND, stateName } from '../../rules/orders/order-states.ts'
import { sameContent } from '../../rules/orders/same-content.ts'
import { handleSessionEnd } from '../session.ts'
import {
  $form,
  $formSync,
  changeForm,
  currentForm,
  draftForm,
  type Form,
  saveLocally,
  takeNewer,
} from './form.ts'

export type ContentOf = (order: Order) => TypedForm | null

export const $amendment = atom<{ receipt_no: string; asked: string } | null>(null)

type Read =
  | { status: 'read'; order: Order; content: TypedForm }
  /** Not the company's, or closed for amendments. */
  | { status: 'closed'; text: string }
  | { status: 'failed'; text: string }

export async function readAmended(
  { companyId, poid }: { companyId: number; poid: number },
  contentOf: ContentOf,
): Promise<Read> {
  try {
    const { order } = await ask(getOrder, { params: { companyId, orderId: poid } })
    const content = contentOf(order)
    if (!content) return { status: 'closed', text: `${ORDER_NOT_FOUND}。` }
    if (isAwaited(order)) return { status: 'read', order, content }
    return { status: 'closed', text: `这份申请${stateName(order.state)}，不能修改。` }
  } catch (error) {
    handleSessionEnd(error)
    const isClosed = error instanceof RefusedError && laterSeconds(error) === undefined
    return { status: isClosed ? 'closed' : 'failed', text: explainError(error) }
  }
}

export function isAwaited({ kind, state }: Order): boolean {
  return nextStates(kind, state, 'company').includes('submitted')
}

/**
 * Applies words that only this device has to the application's present content; else shows the account's draft.
 * @param known `draft` undefined: the account did not answer
 */
export function startAmendment(
  place: DraftPlace,
  { kept, draft }: { kept: KeptDraft<TypedForm> | undefined; draft: FormDraft | null | undefined },
  read: Read,
  start: (place: DraftPlace, kept: KeptDraft<TypedForm>) => void,
): void {
  if (read.status === 'read' && kept && (!kept.saved || draft === undefined)) {
    start(place, kept)
    const form = currentForm()
    if (form) meetOrder(form, read.order, read.content)
  } else if (read.status === 'read') {
    const { order, content: base } = read
    showAmendment(order)
    start(place, {
      client_id: draft?.client_id ?? draftForm.blankForm(place).clientId,
      revision: draft?.revision ?? 0,
      order_revision: order.revision,
      base,
      typed_at: draft ? Date.parse(draft.gmt_modified) : 0,
      saved: true,
      content: draft ? fromDraftContent(draft.content, kept?.content.files) : base,
    })
  } else if (read.status === 'failed' && kept) {
    start(place, kept)
    draftForm.say(`申请的最新内容加载失败：${read.text}。您可以先修改。`, 'hint')
  } else if (read.status === 'failed') {
    $form.set({ status: 'unread', text: `申请的最新内容加载失败：${read.text}` })
  } else {
    dropKeptDraft(place)
    $form.set({ status: 'missing', text: read.text })
  }
}

function showAmendment({ receipt_no, events }: Order): void {
  $amendment.set({ receipt_no: receipt_no ?? '', asked: enteredBy(events)?.note ?? '' })
}

/** Merges the form over the application; after changes elsewhere the newer one wins. */
export function meetOrder(form: Form, order: Order, content: TypedForm): void {
  showAmendment(order)
  const isKnown = form.base !== undefined && sameContent(form.base, content)
  changeForm(form.clientId, { orderRevision: order.revision, base: content })
  if (!isKnown && !sameContent(toDraftContent(form.content), toDraftContent(content))) {
    const { clientId: client_id, revision } = form
    const { gmt_modified } = order
    takeNewer({ client_id, revision, gmt_modified, content: toDraftContent(content) }, false)
    return
  }
  const now = currentForm()
  if (now && $formSync.get().status === 'device') saveLocally(now)
}
