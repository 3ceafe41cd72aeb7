/** The receipt of the last submission, from this device at once, and its state from the account. */
import { atom } from 'nanostores'
import { ask } from '../../api/ask.ts'
import { explainError, RefusedError } from '../../api/errors.ts'
import { readSentForm } from '../../browser/kept/kept-drafts.ts'
import { readHint } from '../../browser/session-hint.ts'
import { CODES } from '../../contract/envelope.ts'
import { getOrder } from '../../contract/orders/order.ts'
import type { OrderState } from '../../rules/orders/order-states.ts'
import { $companyId, handleSessionEnd, knowSession } from '../session.ts'

type ReceiptState =
  | { status: 'loading' }
  | { status: 'known'; poid: number; receipt_no: string; state: OrderState | null }
  | { status: 'logged-out' }
  | { status: 'none' }
  /** A person is logged in, but the session check failed: it repeats. */
  | { status: 'unknown' }
  | { status: 'failed'; poid: number; text: string }

export const $receipt = atom<ReceiptState>({ status: 'loading' })

export function openReceipt(text: string | null): () => void {
  const poid = Number(text)
  if (!Number.isSafeInteger(poid) || poid < 1) {
    $receipt.set({ status: 'none' })
    return () => {}
  }
  readReceipt(poid)
  return $companyId.listen((companyId) => {
    if (companyId !== null) readReceipt(poid)
  })
}

export async function readReceipt(poid: number): Promise<void> {
  await knowSession()
  const companyId = $companyId.get()
  if (companyId === null && !readHint()) {
    $receipt.set({ status: 'logged-out' })
    return
  }
  const sent = readSentForm('loan')
  if (sent?.poid === poid && (companyId === null || sent.company_id === companyId)) {
    $receipt.set({ status: 'known', poid, receipt_no: sent.receipt_no, state: null })
  }
  if (companyId === null) {
    if ($receipt.get().status !== 'known') $receipt.set({ status: 'unknown' })
    return
  }
  try {
    const { order } = await ask(getOrder, { params: { companyId, orderId: poid } })
    const { kind, receipt_no, state } = order
    if (kind !== 'loan') $receipt.set({ status: 'none' })
    else $receipt.set({ status: 'known', poid, receipt_no: receipt_no ?? '', state })
  } catch (error) {
    if ($receipt.get().status === 'known') return
    if (handleSessionEnd(error)) $receipt.set({ status: 'logged-out' })
    else if (error instanceof RefusedError && error.code === CODES.none) $receipt.set({ status: 'none' })
    else $receipt.set({ status: 'failed', poid, text: explainError(error) })
  }
}
