/** Documents for a policy's materials: files of the company's draft, which the account has from the start. */
import { atom } from 'nanostores'
import { ask } from '../../api/ask.ts'
import { explainError, loadModule, RefusedError } from '../../api/errors.ts'
import { newClientId } from '../../browser/client-id.ts'
import { latest } from '../../browser/latest.ts'
import { notifyTabs, onTabsNotified } from '../../browser/page-events.ts'
import { together } from '../../browser/together.ts'
import type { DocumentFile } from '../../contract/documents/document.ts'
import { CODES } from '../../contract/envelope.ts'
import { readTyped } from '../../contract/orders/draft.ts'
import { createOrder, getOrder, listOrders } from '../../contract/orders/order.ts'
import type { StoredFile } from '../../contract/orders/order-fields.ts'
import type { ServiceFile } from '../../contract/orders/service-file.ts'
import { tooManyFiles } from '../../rules/files/file-kinds.ts'
import { withoutTurning } from '../../rules/text/typed-text.ts'
import { explainUpload } from '../../upload/failures.ts'
import { refuseUnlikeName } from '../../upload/file-bytes.ts'
import { onAccountEnd } from '../account-end.ts'
import { openPicker } from '../documents/picker.ts'
import { logInFirst } from '../log-in-first.ts'
import { addTo, PAPERS_LIMIT, takeFrom } from '../orders/papers.ts'
import { $companyId, handleSessionEnd, knowSession } from '../session.ts'
import { $uploads, isEnded } from '../uploads/state.ts'
import { $declare, $declareSync, draftForm, formOf, saveNow } from './form.ts'

export const $papers = atom<readonly ServiceFile[]>([])

interface Coming {
  itemId: number
  material: string
  name: string
  /** Uploaded, and being attached to the draft. */
  file?: DocumentFile
  trouble?: string
}

/** By upload id, from the choice of the file until it belongs to the draft. */
export const $coming = atom<ReadonlyMap<number, Coming>>(new Map())

onAccountEnd(() => {
  $papers.set([])
  $coming.set(new Map())
})

const reading = latest()

export function followMaterials(itemId: number): () => void {
  knowSession()
  const read = () => {
    readPapers(itemId)
  }
  return together(
    $companyId.subscribe(read),
    onTabsNotified('orders', read),
    onTabsNotified('documents', read),
  )
}

/** On an error the known ones stay. */
export async function readPapers(itemId: number): Promise<void> {
  const isLatest = reading.begin()
  const companyId = $companyId.get()
  if (companyId === null) return
  try {
    const orderId = await findDraft(companyId, itemId)
    const order = orderId === undefined ? undefined : await readOrder(companyId, orderId)
    if (!isLatest()) return
    const isDraft = order?.state === 'draft'
    $papers.set(isDraft ? order.files : [])
    // A running submission reports its own result.
    const isWritten = orderId !== undefined && $declare.get().status === 'writing'
    if (!isDraft && isWritten && formFor(companyId, itemId)?.orderId === orderId) await saveAgain()
  } catch (error) {
    handleSessionEnd(error)
  }
}

async function readOrder(companyId: number, orderId: number) {
  return (await ask(getOrder, { params: { companyId, orderId } })).order
}

/** Returns the form's draft, or the draft that the form would open with. @throws ApiError */
async function findDraft(companyId: number, itemId: number): Promise<number | undefined> {
  const form = formFor(companyId, itemId)
  if (form) return form.orderId
  const own = unsaved(companyId, itemId)
  if (own) return own.order_id
  const kept = draftForm.keptAt(placeOf(companyId, itemId))
  const query = { item_id: itemId, state: 'draft' } as const
  const { items } = (await ask(listOrders, { params: { companyId }, query })).result
  return (items.find(({ id }) => id === kept?.order_id) ?? items[0])?.id
}

/** The draft was deleted or submitted elsewhere; the form then reports it. */
async function saveAgain(): Promise<void> {
  $declareSync.set({ status: 'device' })
  await saveNow()
}

function formFor(companyId: number, itemId: number) {
  const form = formOf()
  return form?.companyId === companyId && form.itemId === itemId ? form : undefined
}

function placeOf(companyId: number | null, itemId: number) {
  return { kind: 'application', companyId, itemId, poid: null } as const
}

/** Returns the form's text on this device that the account lacks. */
function unsaved(companyId: number, itemId: number) {
  return [companyId, null]
    .map((owner) => draftForm.keptAt(placeOf(owner, itemId)))
    .find((kept) => kept && !kept.saved && !draftForm.isBlank(kept.content))
}

/** Returns the draft for documents, and creates it if missing. @throws ApiError, NoDraftError */
async function ensureDraft(companyId: number, itemId: number): Promise<number> {
  await draftForm.account.met
  if (formFor(companyId, itemId)) return saveForm()
  return (await findDraft(companyId, itemId)) ?? makeDraft(companyId, itemId)
}

class NoDraftError extends Error {
  override readonly name = 'NoDraftError'
}

/** Saves again if the draft was deleted elsewhere, which creates a new one. */
async function saveForm(): Promise<number> {
  for (let tries = 0; tries < 2; tries++) {
    const form = formOf()
    if (!form) break
    if (form.orderId !== undefined) return form.orderId
    // A prefilled form without changes is not a draft yet.
    if ($declareSync.get().status === 'blank') {
      draftForm.saveLocally(form)
      $declareSync.set({ status: 'device' })
    }
    await saveNow()
  }
  const orderId = formOf()?.orderId
  if (orderId !== undefined) return orderId
  const sync = $declareSync.get()
  throw new NoDraftError(sync.status === 'failed' ? sync.text : '草稿尚未存入账户')
}

/** Uses this device's text and client id, so that the form opens with this draft. */
async function makeDraft(companyId: number, itemId: number): Promise<number> {
  const kept = unsaved(companyId, itemId)
  const fields = readTyped(kept?.content ?? draftForm.blank()).draft
  const body = { item_id: itemId, fields, client_id: kept?.client_id ?? newClientId() }
  const { order } = await ask(createOrder, { params: { companyId }, body })
  notifyTabs('orders')
  return order.id
}

async function addToDraft(
  { companyId, itemId }: { companyId: number; itemId: number },
  papers: readonly StoredFile[],
  material: string,
): Promise<void> {
  const orderId = await ensureDraft(companyId, itemId)
  try {
    await addTo(orderId, papers, material)
  } catch (error) {
    const isRefused = error instanceof RefusedError && error.code === CODES.conflict
    if (!isRefused || !formFor(companyId, itemId)) throw error
    await saveAgain()
    if (!formFor(companyId, itemId)) throw error
    await addTo(await ensureDraft(companyId, itemId), papers, material)
  }
}

let attaching: Promise<unknown> = Promise.resolve()

/** Sequential, so that two files never create two drafts. @returns the error in words */
function attach(
  papers: readonly StoredFile[],
  { itemId, material }: Pick<Coming, 'itemId' | 'material'>,
): Promise<string | undefined> {
  const companyId = $companyId.get()
  const work = async () => {
    if (companyId === null || companyId !== $companyId.get()) return undefined
    try {
      await addToDraft({ companyId, itemId }, papers, material)
      return undefined
    } catch (error) {
      handleSessionEnd(error)
      return error instanceof NoDraftError ? error.message : explainError(error)
    } finally {
      await readPapers(itemId)
    }
  }
  const attached = attaching.then(work)
  attaching = attached
  return attached
}

function roomFor(name: string): number {
  const there = $papers.get().filter(({ materials }) => materials.includes(name)).length
  return PAPERS_LIMIT - there - [...$coming.get().values()].filter(({ material }) => material === name).length
}

export async function tickMaterial(itemId: number, name: string): Promise<string | undefined> {
  if (!(await logInFirst())) return undefined
  const room = roomFor(name)
  if (room <= 0) return tooManyFiles(PAPERS_LIMIT)
  const picked = await openPicker({ limit: room })
  if (picked.length === 0) return undefined
  const trouble = await attach(picked, { itemId, material: name })
  return trouble && `添加文件失败：${trouble}`
}

/** Uploads files into the company's documents and attaches each to the draft. @returns the refusal in words */
export async function bringPapers(
  itemId: number,
  name: string,
  files: readonly File[],
): Promise<string | undefined> {
  if (files.length === 0 || !(await logInFirst())) return undefined
  if (files.length > roomFor(name)) return tooManyFiles(PAPERS_LIMIT)
  try {
    for (const file of files) await refuseUnlikeName(file)
    const [{ addUploads }, { ensureFolder, FORM_FOLDER }, { refuseWhenFull }] = await loadModule(() =>
      Promise.all([
        import('../uploads/queue.ts'),
        import('../documents/folders.ts'),
        import('../documents/storage-quota.ts'),
      ]),
    )
    if (await refuseWhenFull()) return undefined
    const folderId = await ensureFolder(FORM_FOLDER, null)
    const ids = addUploads(files.map((file) => ({ file, folderId, folderName: FORM_FOLDER })))
    for (const [index, id] of ids.entries()) {
      setComing(id, { itemId, material: name, name: withoutTurning(files[index]?.name ?? '') })
    }
    takeIn()
    return undefined
  } catch (error) {
    handleSessionEnd(error)
    return explainUpload(error)
  }
}

/** Cancelled uploads end here; failed ones wait for a retry. */
function takeIn(): void {
  const stop = $uploads.subscribe((uploads) => {
    for (const { id, state } of uploads) {
      const coming = $coming.get().get(id)
      if (!coming || coming.file) continue
      if (state.status === 'cancelled') leave(id)
      if (state.status === 'done') attachComing(id, coming, state.file)
    }
    const isAny = [...$coming.get().values()].some(({ file }) => !file)
    if (!isAny) queueMicrotask(() => stop())
  })
}

async function attachComing(id: number, coming: Coming, file: DocumentFile): Promise<void> {
  const { trouble: _, ...come } = { ...coming, file }
  setComing(id, come)
  const trouble = await attach([file], coming)
  if (!$coming.get().has(id)) return
  if (trouble === undefined) leave(id)
  else setComing(id, { ...come, trouble })
}

function setComing(id: number, coming: Coming): void {
  $coming.set(new Map([...$coming.get(), [id, coming]]))
}

function leave(id: number): void {
  $coming.set(new Map([...$coming.get()].filter(([each]) => each !== id)))
}

/** Returns why an application would be submitted without a file. */
export function troubleComing(): string | undefined {
  for (const [id, { name, file, trouble }] of $coming.get()) {
    if (trouble !== undefined) return `“${name}”添加失败：${trouble}`
    const isOnItsWay = $uploads.get().some((upload) => upload.id === id && !isEnded(upload))
    if (file || isOnItsWay) return `“${name}”还在上传`
  }
  return undefined
}

export async function dropComing(id: number): Promise<void> {
  const isThere = $coming.get().get(id)?.file !== undefined
  leave(id)
  if (isThere) return
  const { dismissUpload, stopUpload } = await import('../uploads/queue.ts')
  await stopUpload(id)
  dismissUpload(id)
}

export async function bringAgain(id: number): Promise<void> {
  const coming = $coming.get().get(id)
  if (coming?.file) return attachComing(id, coming, coming.file)
  const { retryUpload } = await import('../uploads/queue.ts')
  retryUpload(id)
}

export async function untickPaper(
  itemId: number,
  material: string,
  paper: ServiceFile,
): Promise<string | undefined> {
  try {
    await takeFrom(paper, material)
    return undefined
  } catch (error) {
    handleSessionEnd(error)
    return `删除失败：${explainError(error)}`
  } finally {
    await readPapers(itemId)
  }
}
