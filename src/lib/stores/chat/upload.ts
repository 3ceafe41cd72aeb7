/** A file on its way from this device into the chat or onto one of its shelves. */
import { explainError, RefusedError } from '../../api/errors.ts'
import { ONE_FILE, UploadError } from '../../upload/failures.ts'
import { $isQuotaFull } from '../documents/storage-quota.ts'
import { $companyId, $owner, askForLogin } from '../session.ts'
import { createUploader, type StoredFile, UploadFailure } from '../uploads/single.ts'

export type { StoredFile }

/** What the file is for. */
export type UploadPlace = 'dialogue' | 'shelf'

export const UPLOAD_FAILED = '上传错误'
const OWNER_LEFT = '登录状态已变化，上传已取消'

const uploader = createUploader<UploadPlace>(explain)

export const $chatUpload = uploader.$state
export const cancelChatUpload = uploader.cancel

$owner.listen(() => uploader.stop(OWNER_LEFT))

/** @throws UploadFailure with what the person has to be told */
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

/** The server's words where it refused, else 上传错误 and why (behaviour B7.9). */
function explain(error: unknown): string {
  const { cause = error } = error instanceof UploadError ? error : {}
  if (error instanceof UploadError && error.isFull) $isQuotaFull.set(true)
  if (cause instanceof RefusedError) return cause.message
  return `${UPLOAD_FAILED}：${explainError(cause)}`
}
