/** The company's last application as a provider: its state, and its content for the next one. */
import { atom, computed } from 'nanostores'
import { ask } from '../api/ask.ts'
import { explainError } from '../api/errors.ts'
import { latest } from '../browser/latest.ts'
import { onTabsNotified } from '../browser/page-events.ts'
import { together } from '../browser/together.ts'
import { listAdditional } from '../contract/orders/additional.ts'
import { getOrder, type Order } from '../contract/orders/order.ts'
import { listProviders } from '../contract/services/provider.ts'
import { fromProvider } from '../forms/provider-form.ts'
import type { TypedForm } from '../forms/typed-form.ts'
import { enteredBy, isFinal } from '../rules/orders/order-states.ts'
import { $form, $formSync, changeContent, noteReplaced, typedIn } from './forms/form.ts'
import { $companyId, handleSessionEnd } from './session.ts'

type ProviderOrder = Extract<Order, { kind: 'provider' }>

interface MyProvider {
  order: ProviderOrder
  note: string
  page: string | null
}

export const $myProvider = atom<MyProvider | null>(null)

/** The error of reading it; the form still works, but may be a duplicate. */
export const $myProviderFailure = atom<string | null>(null)

export function followMyProvider(): () => void {
  return together($companyId.subscribe(readMine), onTabsNotified('orders', readMyProvider))
}

export function readMyProvider(): Promise<void> {
  return readMine($companyId.get())
}

let owner: number | null = null
const reading = latest()

async function readMine(companyId: number | null): Promise<void> {
  const isLatest = reading.begin()
  $myProviderFailure.set(null)
  if (companyId !== owner) $myProvider.set(null)
  owner = companyId
  if (companyId === null) return
  try {
    const mine = await fetchMine(companyId)
    if (isLatest()) $myProvider.set(mine)
  } catch (error) {
    if (isLatest() && !handleSessionEnd(error)) $myProviderFailure.set(explainError(error))
  }
}

async function fetchMine(companyId: number): Promise<MyProvider | null> {
  const [last] = (await ask(listAdditional, { query: { page: 1, kind: 'provider' } })).result.items
  if (!last) return null
  const { order } = await ask(getOrder, { params: { companyId, orderId: last.id } })
  if (order.kind !== 'provider') return null
  return { order, note: noteOf(order), page: await publicPage(order) }
}

/** After the decision, the note concerns its page: 已下线 and why. */
function noteOf({ kind, state, events }: ProviderOrder): string {
  return (isFinal(kind, state) ? events.at(-1) : enteredBy(events))?.note ?? ''
}

async function publicPage({ id, state, fields }: ProviderOrder): Promise<string | null> {
  const { category_id } = fields
  if (state !== 'approved' || category_id === undefined) return null
  const { result } = await ask(listProviders, { query: { category: category_id, poid: id } })
  const [found] = result.items
  return found ? `/enterprise/${category_id}/${found.id}` : null
}

export const $canTakeFormer = computed(
  $form,
  (state) => state.status === 'writing' && state.form.poid === null,
)

/** Fills the next application from the last one. Returns false if that would lose typed text without consent. */
export function takeFormerContent(isWished = false): boolean {
  const mine = $myProvider.get()
  const content = mine && fromProvider(mine.order)
  if (!content || !$canTakeFormer.get()) return true
  const typed = typedIn()
  if (!isWished && losesWords(typed, content)) return false
  changeContent(() => content)
  noteReplaced(typed, content)
  return true
}

function losesWords({ texts, files }: TypedForm, next: TypedForm): boolean {
  // The content came from 企业档案.
  if ($formSync.get().status === 'blank') return false
  return (
    files.length > 0 ||
    Object.entries(texts).some(([name, text]) => text.trim() !== '' && text !== next.texts[name])
  )
}
