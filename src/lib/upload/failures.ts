/** Failures of an upload and their steps, retries, and the words for people. */
import { explainError, HttpError, LoadError, NetworkError, RefusedError, StoreError } from '../api/errors.ts'
import { laterSeconds } from '../api/later.ts'
import { SECOND_MS } from '../rules/time/durations.ts'
import { FileGoneError, UnlikeNameError } from './file-bytes.ts'

const UPLOAD_STEPS = ['folder', 'read', 'token', 'init', 'part', 'complete', 'record'] as const
type UploadStep = (typeof UPLOAD_STEPS)[number]

const STEP_WORDS: Record<UploadStep, string> = {
  folder: '建立文件夹',
  read: '读取文件',
  token: '申请上传空间',
  init: '开始上传',
  part: '发送文件内容',
  complete: '合并文件',
  record: '登记文件',
}

export class ChecksumError extends Error {
  override readonly name = 'ChecksumError'
}

export class UploadError extends Error {
  override readonly name = 'UploadError'
  readonly step: UploadStep

  constructor(step: UploadStep, cause: unknown) {
    super(`upload failed at ${step}`, { cause })
    this.step = step
  }

  get isFull(): boolean {
    return this.cause instanceof RefusedError && this.cause.fields['overflow'] === true
  }
}

/** Another page of this browser uploads a file with this name to the same place. */
export const SENT_ELSEWHERE = '同名文件正在另一个页面上传，完成后自动继续'

export const ONE_FILE = '每次只能上传一个文件'
export const CANCELLED = '取消成功!'
export const CLEANED_LATER = '已取消，已上传的部分稍后自动清理'
export const STILL_CANCELLING = '取消仍在进行，您可以继续其他操作'

/** Longest wait for the end of a cancelled request, which then continues unseen. */
const CANCEL_LIMIT_MS = 5 * SECOND_MS

/** @returns `late` if it does not end soon */
export function endSoon<Value, const Late>(ending: Promise<Value>, late: Late): Promise<Value | Late> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, CANCEL_LIMIT_MS, late)
    ending.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

export function emptyFile(name: string): string {
  return `“${name}”是空文件（0 字节）或文件夹，未上传`
}

export function explainUpload(error: unknown): string {
  const { step = undefined, cause = error } = error instanceof UploadError ? error : {}
  if (cause instanceof FileGoneError) return '文件已被修改、移动或删除，请重新选择这个文件'
  if (cause instanceof RefusedError || cause instanceof UnlikeNameError) return cause.message
  if (cause instanceof ChecksumError) return '上传失败：收到的内容与文件不一致，请重试'
  if (cause instanceof StoreError && cause.code === 'NoSuchUpload') return '上传失败：这次上传已过期，请重试'
  const where = step ? `${STEP_WORDS[step]}时出错。` : ''
  return `上传失败：${where}${explainError(cause)}`
}

export function explainWaiting(step: UploadStep, error: unknown): string {
  return error instanceof NetworkError || error instanceof LoadError
    ? '网络中断，恢复后自动继续'
    : `${STEP_WORDS[step]}时服务没有应答，正在自动重试`
}

/** Failed answers of a server, or failed loads of ali-oss, before the person is asked. */
const FAULTS = 4

export interface RetryPolicy {
  signal: AbortSignal
  /** Resolves when a retry makes sense: the network is back, or some time has passed. */
  pause: (failures: number, signal: AbortSignal) => Promise<void>
  onWaiting: (step: UploadStep, error: unknown) => void
  onResumed: () => void
}

/** Retries after every loss of the network, without limit, and after a few errors of a server. */
export async function keepTrying<Value>(
  step: UploadStep,
  work: () => Promise<Value>,
  { signal, pause, onWaiting, onResumed }: RetryPolicy,
): Promise<Value> {
  let faults = 0
  for (let failures = 0; ; failures++) {
    signal.throwIfAborted()
    try {
      const value = await work()
      if (failures > 0) onResumed()
      return value
    } catch (error) {
      signal.throwIfAborted()
      const isFault = error instanceof HttpError || error instanceof LoadError
      if (isFault) faults++
      const isLater = laterSeconds(error) !== undefined
      const isPassing = error instanceof NetworkError || isLater || (isFault && faults < FAULTS)
      if (!isPassing) {
        if (failures > 0) onResumed()
        throw error instanceof UploadError
          ? error
          : new UploadError(error instanceof FileGoneError ? 'read' : step, error)
      }
      if (failures === 0) onWaiting(step, error)
      await pause(failures, signal)
    }
  }
}
