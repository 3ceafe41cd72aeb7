/** The files beside a company's dialogues and their uploads, with the words for each change. */
import { ask } from '../../api/ask.ts'
import { explainError, RefusedError } from '../../api/errors.ts'
import {
  addChatFile,
  type ChatFile,
  changeChatFile,
  deleteChatFile,
  listChatFiles,
  remarkChatFile,
} from '../../contract/chat/chat-file.ts'
import type { Failure } from '../../conversation/dialogue.ts'
import { askUrl, type NamedFile } from '../../conversation/file-calls.ts'
import { createShelf, type Shelf, type ShelfCalls } from '../../conversation/shelf.ts'
import { ONE_FILE, UploadError } from '../../upload/failures.ts'
import { UnlikeNameError } from '../../upload/file-bytes.ts'
import { $isQuotaFull } from '../documents/storage-quota.ts'
import { $companyId, $owner, askForLogin } from '../session.ts'
import { createUploader, type StoredFile, UploadFailure } from '../uploads/single.ts'
import { explainFailure } from './failures.ts'

export interface Told {
  tone: 'success' | 'error'
  text: string
}

export interface CompanyShelf extends Omit<Shelf, 'add' | 'replace' | 'remark' | 'remove'> {
  add: (file: NamedFile, remark?: string) => Promise<Told>
  replace: (file: ChatFile, by: NamedFile) => Promise<Told>
  remark: (file: ChatFile, remark: string) => Promise<Told | undefined>
  remove: (file: ChatFile) => Promise<Told>
}

export function companyShelf(calls: Omit<ShelfCalls, 'explain'>): CompanyShelf {
  const shelf = createShelf({ ...calls, explain })
  return {
    ...shelf,
    add: (file, remark) => describe(shelf.add(file, remark), '添加文件成功', '添加文件失败'),
    replace: (file, by) => describe(shelf.replace(file, by), '修改成功', '修改失败'),
    remark: async (file, typed) => {
      const remark = typed.trim()
      if (remark === '' || remark === file.remark) return undefined
      const failed = file.remark === '' ? '添加失败' : '修改失败'
      return describe(shelf.remark(file, remark), '修改成功', failed)
    },
    remove: (file) => describe(shelf.remove(file), '删除成功', '删除失败'),
  }
}

async function describe(work: Promise<string | undefined>, done: string, failed: string): Promise<Told> {
  const problem = await work
  return problem === undefined
    ? { tone: 'success', text: done }
    : { tone: 'error', text: `${failed}：${problem}` }
}

/** A full storage offers a higher level. */
function explain(error: unknown): Failure {
  if (error instanceof RefusedError && error.fields['overflow'] === true) $isQuotaFull.set(true)
  return explainFailure(error)
}

export const chatShelf = companyShelf({
  fetch: async (page) => {
    const { result } = await ask(listChatFiles, { query: { page } })
    return result
  },
  add: (file) => ask(addChatFile, { body: { ...file, advisory_id: 0 } }),
  replace: ({ id, advisory_id }, by) => ask(changeChatFile, { params: { id }, body: { ...by, advisory_id } }),
  remark: ({ id }, remark) => ask(remarkChatFile, { params: { id }, body: { remark } }),
  remove: (id) => ask(deleteChatFile, { params: { id } }),
  url: ({ local_name, hash_name }) => askUrl({ localName: local_name, hashName: hash_name }),
})

$owner.listen(() => chatShelf.forget())

export type { StoredFile }

export type UploadPlace = 'dialogue' | 'shelf'

const UPLOAD_FAILED = '上传错误'

const OWNER_LEFT = '登录状态已变化，上传已取消'

const uploader = createUploader<UploadPlace>(explainLoss)

export const $chatUpload = uploader.$state

export const cancelChatUpload = uploader.cancel

$owner.listen(() => uploader.stop(OWNER_LEFT))

/** @throws UploadFailure with the words for the person */
export async function uploadForChat(files: readonly File[], place: UploadPlace): Promise<StoredFile> {
  const [file] = files
  if (!file || files.length > 1) throw new UploadFailure(ONE_FILE)
  const companyId = $companyId.get()
  if (companyId === null) {
    askForLogin()
    throw new UploadFailure('请先登录，再上传文件')
  }
  return uploader.upload(file, place, companyId)
}

/** Returns the server's words, or 上传错误 with the reason (behaviour B7.9). */
function explainLoss(error: unknown): string {
  const { cause = error } = error instanceof UploadError ? error : {}
  if (error instanceof UploadError && error.isFull) $isQuotaFull.set(true)
  if (cause instanceof RefusedError) return cause.message
  return `${UPLOAD_FAILED}：${cause instanceof UnlikeNameError ? cause.message : explainError(cause)}`
}
