/**
 * The materials of a policy, ticked from the company's documents; the same paper serves as many as it is needed for.
 */
import { atom } from 'nanostores'
import * as v from 'valibot'
import { ask } from '../../api/ask.ts'
import { explainError } from '../../api/errors.ts'
import { kept, onKeptChanged } from '../../browser/kept/kept.ts'
import { together } from '../../browser/together.ts'
import type { DocumentFile } from '../../contract/documents/document.ts'
import { readFiles } from '../../contract/documents/document-file.ts'
import { getOrder } from '../../contract/orders/order.ts'
import { addServiceFile, type ServiceFile } from '../../contract/orders/service-file.ts'
import { tooManyFiles } from '../../rules/files/file-kinds.ts'
import { openPicker } from '../documents/picker.ts'
import { logInFirst } from '../log-in-first.ts'
import { $companyId, handleSessionEnd, knowSession } from '../session.ts'
import { $uploads, isEnded } from '../uploads/state.ts'

const paper = v.object({
  id: v.number(),
  hash_name: v.string(),
  local_name: v.string(),
  size: v.number(),
  expires_on: v.fallback(v.nullable(v.string()), null),
  report_year: v.fallback(v.nullable(v.number()), null),
})

const keptMaterials = kept('materials', v.record(v.string(), v.array(paper)))

type Paper = v.InferOutput<typeof paper>

/**
 * The papers of a company for a policy, on this device, until they are attached to its order. As last read, to be
 * shown before it is read anew. By the name of the material.
 */
type PreparedMaterials = Readonly<Record<string, readonly Paper[]>>

interface Place {
  companyId: number
  /** Of the item that can be declared, as its interpretation has it. */
  itemId: number
}

function readPrepared({ companyId, itemId }: Place): PreparedMaterials {
  return keptMaterials.read(companyId, itemId) ?? {}
}

function keepPrepared({ companyId, itemId }: Place, materials: PreparedMaterials): void {
  const filled = Object.entries(materials).flatMap(([name, papers]) =>
    papers.length > 0 ? [[name, papers] as const] : [],
  )
  if (filled.length === 0) keptMaterials.drop(companyId, itemId)
  else keptMaterials.keep(Object.fromEntries(filled), companyId, itemId)
}

/** Papers for one material: some are asked for with annexes. */
export const PAPERS_LIMIT = 5

/** A paper as it was last read; one that has left the documents since is gone. */
type PreparedPaper = Paper & { isGone?: true }

export const $materials = atom<Readonly<Record<string, readonly PreparedPaper[]>>>({})
/** Files that the order has which is being written. */
export const $attached = atom<readonly ServiceFile[]>([])

/**
 * Shows what the company that is logged in has put together for an item, in whichever tab. @returns a function that
 * ends it
 */
export function followMaterials(itemId: number): () => void {
  knowSession()
  const read = () => readPapers(itemId)
  return together($companyId.subscribe(read), onKeptChanged('documents', 'materials', read))
}

/** What stands for the materials is changed, renamed and deleted among the documents: it is shown as it is now. */
async function readPapers(itemId: number): Promise<void> {
  const companyId = $companyId.get()
  show(itemId)
  try {
    const files = await filesById($materials.get())
    if (companyId === $companyId.get()) show(itemId, files)
  } catch (error) {
    // It stays as it was known: before it is attached, it is read once more.
    handleSessionEnd(error)
  }
}

/** What is kept, as it was last read. */
function show(itemId: number, files: FilesById = new Map()): void {
  const companyId = $companyId.get()
  const known = new Map(
    Object.values($materials.get()).flatMap((papers) => papers.map((paper) => [paper.id, paper] as const)),
  )
  const kept = companyId === null ? {} : readPrepared({ companyId, itemId })
  $materials.set(
    Object.fromEntries(
      Object.entries(kept).map(([name, papers]) => [
        name,
        papers.map((paper) => asItIs(known.get(paper.id) ?? paper, files)),
      ]),
    ),
  )
}

/** Null: of a file that is gone. Those that nobody asked for are not in it. */
type FilesById = ReadonlyMap<number, DocumentFile | null>

/** @throws ApiError */
async function filesById(materials: PreparedMaterials): Promise<FilesById> {
  const ids = [...new Set(Object.values(materials).flatMap((papers) => papers.map(({ id }) => id)))]
  if (ids.length === 0) return new Map()
  const { result } = await ask(readFiles, { query: { ids: ids.join() } })
  return new Map(ids.map((id) => [id, result.items.find((file) => file.id === id) ?? null]))
}

function asItIs(paper: PreparedPaper, files: FilesById): PreparedPaper {
  const file = files.get(paper.id)
  if (file === undefined) return paper
  return file === null ? { ...paper, isGone: true } : toPaper(file)
}

/** The materials for which papers were chosen. */
export function preparedNames(): string[] {
  return Object.entries($materials.get()).flatMap(([name, papers]) =>
    papers.some(({ isGone }) => !isGone) ? [name] : [],
  )
}

/** The picker opens with the papers that the material has. @returns whether papers were chosen */
export async function tickMaterial(itemId: number, name: string): Promise<boolean> {
  const before = () => ($materials.get()[name] ?? []).filter(({ isGone }) => !isGone)
  const picked = await openPicker({ limit: PAPERS_LIMIT, picked: before })
  if (picked.length > 0) change(itemId, name, () => picked.map(toPaper))
  // In the picker, papers of other materials may have been changed, too.
  readPapers(itemId)
  return picked.length > 0
}

/** Uploads for a material, by their ids, from the choice of the file until it stands for the material. */
export const $coming = atom<ReadonlyMap<number, string>>(new Map())

/**
 * Files of this device for a material: they go among the company's documents after a login, and each is chosen when it
 * is there. @returns what the person has to be told when they may not
 */
export async function bringPapers(
  itemId: number,
  name: string,
  files: readonly File[],
): Promise<string | undefined> {
  if (files.length === 0 || !(await logInFirst())) return undefined
  const there = ($materials.get()[name] ?? []).length
  const waiting = [...$coming.get().values()].filter((material) => material === name).length
  if (there + waiting + files.length > PAPERS_LIMIT) return tooManyFiles(PAPERS_LIMIT)
  try {
    const [{ addUploads }, { ensureFolder, FORM_FOLDER }, { refuseWhenFull }] = await Promise.all([
      import('../uploads/queue.ts'),
      import('../documents/folders.ts'),
      import('../documents/storage-quota.ts'),
    ])
    if (await refuseWhenFull()) return undefined
    const folderId = await ensureFolder(FORM_FOLDER, null)
    const ids = addUploads(files.map((file) => ({ file, folderId, folderName: FORM_FOLDER })))
    $coming.set(new Map([...$coming.get(), ...ids.map((id) => [id, name] as const)]))
    takeIn(itemId)
    return undefined
  } catch (error) {
    handleSessionEnd(error)
    return `上传失败：${explainError(error)}`
  }
}

/** What has come stands for its material; what was cancelled is not waited for. A failed one waits for another try. */
function takeIn(itemId: number): void {
  const stop = $uploads.subscribe((uploads) => {
    for (const { id, state } of uploads) {
      const name = $coming.get().get(id)
      if (name === undefined || (state.status !== 'done' && state.status !== 'cancelled')) continue
      leave(id)
      if (state.status === 'done') change(itemId, name, (papers) => [...papers, toPaper(state.file)])
    }
    if ($coming.get().size === 0) queueMicrotask(() => stop())
  })
}

function leave(id: number): void {
  $coming.set(new Map([...$coming.get()].filter(([each]) => each !== id)))
}

/** The names of files that an application would be handed in without. */
export function namesComing(): string[] {
  return $uploads
    .get()
    .flatMap((upload) => ($coming.get().has(upload.id) && !isEnded(upload) ? [upload.name] : []))
}

/** One that is on its way, or that did not come. */
export async function dropComing(id: number): Promise<void> {
  const { dismissUpload, stopUpload } = await import('../uploads/queue.ts')
  await stopUpload(id)
  leave(id)
  dismissUpload(id)
}

export async function bringAgain(id: number): Promise<void> {
  const { retryUpload } = await import('../uploads/queue.ts')
  retryUpload(id)
}

export function untickPaper(itemId: number, name: string, paperId: number): void {
  change(itemId, name, (papers) => papers.filter(({ id }) => id !== paperId))
}

/** Gives an order the papers; what it has already stays once. @returns what went wrong, in words */
export async function attachPrepared(itemId: number, orderId: number): Promise<string | undefined> {
  const companyId = $companyId.get()
  if (companyId === null) return undefined
  const prepared = readPrepared({ companyId, itemId })
  const files = await filesById(prepared).catch(explainError)
  if (typeof files === 'string') return `材料添加失败：${files}`
  show(itemId, files)
  const papers = Object.entries(prepared).flatMap(([material, some]) =>
    some.map((paper) => ({ material, ...asItIs(paper, files) })),
  )
  const gone = papers.find(({ isGone }) => isGone)
  if (gone) {
    return `“${gone.local_name}”已从企业文件中删除，请移除它，或为“${gone.material}”重新选择文件`
  }
  for (const { local_name, hash_name, size, material } of papers) {
    try {
      await ask(addServiceFile, { body: { order_id: orderId, local_name, hash_name, size, material } })
    } catch (error) {
      return `“${local_name}”添加失败：${explainError(error)}`
    }
  }
  return undefined
}

/** What the account's draft of the item has already. */
export async function loadAttached(companyId: number, orderId: number): Promise<void> {
  try {
    $attached.set((await ask(getOrder, { params: { companyId, orderId } })).order.files)
  } catch {
    // They are with the draft all the same; only the form does not show them.
    $attached.set([])
  }
}

/** They are with the order now. */
export function forgetPrepared(itemId: number): void {
  const companyId = $companyId.get()
  if (companyId !== null) keepPrepared({ companyId, itemId }, {})
  $materials.set({})
}

/** Of one material alone: another tab may have chosen papers for others. */
function change(itemId: number, name: string, choose: (papers: readonly Paper[]) => readonly Paper[]): void {
  const companyId = $companyId.get()
  if (companyId === null) return
  const kept = readPrepared({ companyId, itemId })
  keepPrepared({ companyId, itemId }, { ...kept, [name]: choose(kept[name] ?? []) })
  show(itemId)
}

function toPaper({ id, hash_name, local_name, size, expires_on, report_year }: Paper): Paper {
  return { id, hash_name, local_name, size, expires_on, report_year }
}
