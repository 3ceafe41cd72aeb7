/** One open order: its history, files and the company's actions. */
import { atom } from 'nanostores'
import * as v from 'valibot'
import { ask } from '../../api/ask.ts'
import { explainError, RefusedError } from '../../api/errors.ts'
import { newClientId } from '../../browser/client-id.ts'
import { dropKeptDraft } from '../../browser/kept/kept-drafts.ts'
import { notifyTabs } from '../../browser/page-events.ts'
import { saveUrl } from '../../browser/save-file.ts'
import { downloadDocument } from '../../contract/documents/storage.ts'
import { CODES } from '../../contract/envelope.ts'
import {
  type FieldProblems,
  problemsOf,
  readTyped,
  type TypedFields,
  typedFields,
} from '../../contract/orders/draft.ts'
import { changeOrder, createOrder, getOrder, type Order } from '../../contract/orders/order.ts'
import { resubmitServiceFile, type ServiceFile } from '../../contract/orders/service-file.ts'
import { bringsNothing, NOTHING_NEW } from '../../rules/orders/same-content.ts'
import { SECOND_MS } from '../../rules/time/durations.ts'
import { openPicker } from '../documents/picker.ts'
import { askAgainIfSessionEnded, LOGIN_EXPIRED } from '../login.ts'
import { $companyId, handleSessionEnd } from '../session.ts'
import { refreshOrders, showInList } from './orders.ts'
import { addTo, PAPERS_LIMIT, takeFrom } from './papers.ts'
import { orderIn } from './read-order.ts'

export type OrderState =
  | { status: 'closed' }
  | { status: 'loading'; id: number }
  | { status: 'ready'; order: Order; isBusy: boolean }
  | { status: 'failed'; id: number; text: string; isMissing: boolean }

export const $order = atom<OrderState>({ status: 'closed' })
export const $orderNotice = atom<{ tone: 'error' | 'success' | 'hint'; text: string } | null>(null)
/** After this time a running change shows that it continues. */
const SLOW_MS = 5 * SECOND_MS
/** The answer to a request for more, during writing; null without a request. */
export const $answer = atom<{ fields: TypedFields; note: string } | null>(null)
export const $answerProblems = atom<FieldProblems>({})

export async function openOrder(id: number): Promise<void> {
  const companyId = $companyId.get()
  if (companyId === null) return
  const shown = $order.get()
  const isShown = shown.status === 'ready' && shown.order.id === id
  if (!isShown) $order.set({ status: 'loading', id })
  $orderNotice.set(null)
  try {
    const { order } = await ask(getOrder, { params: { companyId, orderId: id } })
    if (isAsked(id)) showOrder(order)
  } catch (error) {
    if (handleSessionEnd(error)) closeOrder()
    else if (isAsked(id)) {
      const isMissing = error instanceof RefusedError && error.code === CODES.none
      $order.set({ status: 'failed', id, text: explainError(error), isMissing })
    }
  }
}

export function closeOrder(): void {
  $order.set({ status: 'closed' })
  $orderNotice.set(null)
}

function isAsked(id: number): boolean {
  const state = $order.get()
  if (state.status === 'closed') return false
  return (state.status === 'ready' ? state.order.id : state.id) === id
}

function showOrder(order: Order): void {
  const before = $order.get()
  const isSame = before.status === 'ready' && before.order.id === order.id
  $order.set({ status: 'ready', order, isBusy: false })
  showInList(order)
  // Reading the order again keeps an unfinished answer.
  if (isSame && $answer.get() && order.state === 'more-needed') return
  $answerProblems.set({})
  $answer.set(order.state === 'more-needed' ? { fields: v.parse(typedFields, order.fields), note: '' } : null)
}

export function withdrawOrder(): Promise<boolean> {
  return act('withdraw', {})
}

/** Undoes the deletion of a draft with a new draft of the same words and papers. @returns the error, in words */
export async function writeDraftAgain({ item_id, fields, files }: Order & { kind: 'application' }) {
  const companyId = $companyId.get()
  if (item_id === null || companyId === null) return LOGIN_EXPIRED
  try {
    const body = { item_id, fields, client_id: newClientId() }
    const { order } = await ask(createOrder, { params: { companyId }, body })
    for (const file of files)
      for (const material of file.materials.length > 0 ? file.materials : [undefined])
        await addTo(order.id, [file], material)
    await refreshOrders()
    notifyTabs('orders')
    return undefined
  } catch (error) {
    return askAgainIfSessionEnded(error) ? LOGIN_EXPIRED : `撤销失败：${explainError(error)}`
  }
}

export function typeAnswer(change: Partial<TypedFields>): void {
  const answer = $answer.get()
  if (answer) $answer.set({ ...answer, fields: { ...answer.fields, ...change } })
  $answerProblems.set({})
}

export function typeNote(note: string): void {
  const answer = $answer.get()
  if (answer) $answer.set({ ...answer, note })
}

export async function sendAnswer(): Promise<boolean> {
  const answer = $answer.get()
  const state = $order.get()
  if (!answer || state.status !== 'ready') return false
  const note = answer.note.trim()
  const isApplication = state.order.kind === 'application'
  const problems = isApplication ? problemsOf(answer.fields) : {}
  $answerProblems.set(problems)
  if (Object.keys(problems).length > 0) return refuse('还不能提交，请检查标出的内容')
  const fields = isApplication && readTyped(answer.fields).draft
  const said = isApplication && readTyped(v.parse(typedFields, state.order.fields)).draft
  if (bringsNothing({ ...state.order, fields: said }, { fields, note })) return refuse(NOTHING_NEW)
  return act('answer', { ...(fields && { fields }), ...(note && { note }) })
}

function refuse(text: string): false {
  $orderNotice.set({ tone: 'error', text })
  return false
}

const DONE = { withdraw: '已撤回', answer: '已提交补充材料' }

/** @returns whether it is done, and the order is still open */
async function act(action: 'withdraw' | 'answer', more: object): Promise<boolean> {
  const state = $order.get()
  const companyId = $companyId.get()
  if (state.status !== 'ready' || state.isBusy || companyId === null) return false
  const { id, revision, state: from, item_id } = state.order
  $order.set({ ...state, isBusy: true })
  const slow = setTimeout(() => {
    if (isAsked(id))
      $orderNotice.set({ tone: 'hint', text: '仍在处理，您可以继续其他操作，结果会显示在这里' })
  }, SLOW_MS)
  try {
    const params = { companyId, orderId: id }
    const { order } = await ask(changeOrder, { params, body: { action, revision, ...more } })
    if (item_id !== null && from === 'draft')
      dropKeptDraft({ kind: 'application', companyId, itemId: item_id, poid: null })
    notifyTabs('orders')
    // Another one was opened meanwhile.
    if (!isAsked(id)) {
      showInList(order)
      return false
    }
    showOrder(order)
    $orderNotice.set({ tone: 'success', text: from === 'draft' ? '已删除草稿' : DONE[action] })
    return true
  } catch (error) {
    if (!isAsked(id)) return false
    $order.set({ ...state, isBusy: false })
    const newest = orderIn(error)
    if (newest) showOrder(newest)
    if (!askAgainIfSessionEnded(error)) $orderNotice.set({ tone: 'error', text: explainError(error) })
    return false
  } finally {
    clearTimeout(slow)
  }
}

export async function addPapers(material?: string): Promise<void> {
  const state = $order.get()
  if (state.status !== 'ready') return
  const { id } = state.order
  const picked = await openPicker({ limit: PAPERS_LIMIT })
  if (picked.length === 0) return
  await runChange(id, { done: '添加文件成功', failed: '添加文件失败' }, () => addTo(id, picked, material))
}

/** From its last material, or without one, it leaves the order; the company's documents keep it. */
export async function dropPaper(file: ServiceFile, material?: string): Promise<void> {
  const state = $order.get()
  if (state.status !== 'ready') return
  const words = { done: '删除成功', failed: '删除失败' }
  await runChange(state.order.id, words, () => takeFrom(file, material))
}

export async function correctPaper(file: ServiceFile): Promise<void> {
  const state = $order.get()
  if (state.status !== 'ready') return
  const [picked] = await openPicker({ limit: 1 })
  if (!picked) return
  const { local_name, hash_name, size } = picked
  await runChange(state.order.id, { done: '修改成功', failed: '修改失败' }, async () => {
    await ask(resubmitServiceFile, { params: { id: file.id }, body: { local_name, hash_name, size } })
  })
}

export async function downloadPaper({ local_name, hash_name }: ServiceFile): Promise<void> {
  try {
    const body = { filename_local: local_name, filename_server: hash_name }
    saveUrl((await ask(downloadDocument, { body })).download_url)
  } catch (error) {
    if (!askAgainIfSessionEnded(error)) $orderNotice.set({ tone: 'error', text: explainError(error) })
  }
}

async function runChange(
  orderId: number,
  words: { done: string; failed: string },
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work()
    await openOrder(orderId)
    $orderNotice.set({ tone: 'success', text: words.done })
    notifyTabs('orders')
  } catch (error) {
    if (askAgainIfSessionEnded(error)) return
    await openOrder(orderId)
    $orderNotice.set({ tone: 'error', text: `${words.failed}：${explainError(error)}` })
  }
}
