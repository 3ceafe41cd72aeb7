/** An application that is being corrected: what it says by now, and what the operators ask for. */
import { atom } from 'nanostores'
import { ask } from '../../api/ask.ts'
import { explainError, RefusedError } from '../../api/errors.ts'
import { getOrder, type Order } from '../../contract/orders/order.ts'
import { type TypedForm, toDraftContent } from '../../forms/typed-form.ts'
import { nextStates, stateName } from '../../rules/orders/order-states.ts'
import { sameContent } from '../../rules/orders/same-content.ts'
import { enteredBy } from '../orders/order-events.ts'
import { endedByRefusal } from '../session.ts'
import { $formKeeping, askWhichHolds, changeForm, currentForm, type Form, keepHere } from './form.ts'

/** The texts of an application that was sent; null where it is of another kind. */
export type ContentOf = (order: Order) => TypedForm | null

/** What is corrected, in words; null: a new application is written. */
export const $correction = atom<{ receipt_no: string; asked: string } | null>(null)

type Read =
  | { status: 'read'; order: Order; content: TypedForm }
  /** It is not the company's, or cannot be corrected. */
  | { status: 'closed'; text: string }
  | { status: 'failed'; text: string }

export async function readCorrected(companyId: number, poid: number, contentOf: ContentOf): Promise<Read> {
  try {
    const { order } = await ask(getOrder, { params: { companyId, orderId: poid } })
    const content = contentOf(order)
    if (!content) return { status: 'closed', text: '没有找到这份申请。' }
    if (isAwaited(order)) return { status: 'read', order, content }
    return { status: 'closed', text: `这份申请${stateName(order.state)}，不能修改。` }
  } catch (error) {
    endedByRefusal(error)
    return { status: error instanceof RefusedError ? 'closed' : 'failed', text: explainError(error) }
  }
}

export function isAwaited({ kind, state }: Order): boolean {
  return nextStates(kind, state, 'company').includes('submitted')
}

export function showCorrection({ receipt_no, events }: Order): void {
  $correction.set({ receipt_no: receipt_no ?? '', asked: enteredBy(events)?.note ?? '' })
}

/** Puts what stands here on top of what the application says; where others changed that since, the person chooses. */
export function meetOrder(form: Form, order: Order, content: TypedForm): void {
  showCorrection(order)
  const isKnown = form.base !== undefined && sameContent(form.base, content)
  if (!isKnown && !sameContent(toDraftContent(form.content), toDraftContent(content))) {
    const { revision, gmt_modified } = order
    askWhichHolds({ client_id: form.clientId, revision, gmt_modified, content: toDraftContent(content) })
    return
  }
  changeForm(form.clientId, { revision: order.revision, base: content })
  const now = currentForm()
  if (now && $formKeeping.get().status === 'device') keepHere(now)
}
