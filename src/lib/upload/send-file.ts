/** Uploads a file to the object store: token, initiate, parts, complete. The caller registers the object. */
import * as v from 'valibot'
import { ask } from '../api/ask.ts'
import { RefusedError, StoreError } from '../api/errors.ts'
import type { StoredPart } from '../api/object-store.ts'
import {
  type BucketName,
  getUploadToken,
  PART_BYTES,
  storedUpload,
  type UploadToken,
} from '../contract/documents/storage.ts'
import { combineCrc64 } from '../rules/files/crc64.ts'
import { ChecksumError, keepTrying, type RetryPolicy, UploadError } from './failures.ts'
import { crc64Of } from './file-bytes.ts'
import { type CheckedPart, planParts, sendParts } from './send-parts.ts'
import { askNewToken, isUploadOver, openSession, type Session, withKeys } from './session.ts'

interface OpenUpload {
  prefix: string
  uploadId: string | undefined
}

export interface FileToSend {
  file: File
  bucket: BucketName
  companyId: number
  earlier?: OpenUpload | undefined
}

export interface Progress extends RetryPolicy {
  /** From here on, abandoning the upload must release the prefix. */
  onOpened: (upload: OpenUpload) => void
  /** Bytes that are stored or on their way. */
  onProgress: (sent: number) => void
  /** All bytes have arrived; the store joins them. */
  onSent: () => void
}

/** @returns the key of the object @throws UploadError, or the signal's reason; by then all its requests have ended */
export async function sendFile(job: FileToSend, progress: Progress): Promise<string> {
  const { file } = job
  const opened = await openEarlier(job, progress)
  if (opened && 'storedKey' in opened) return opened.storedKey
  const session = opened?.session ?? (await open(job, progress))
  let uploadId = opened?.uploadId
  if (uploadId === undefined) {
    uploadId = await keepTrying(
      'init',
      () => withKeys(session, () => session.store.initiate(session.key, file.type)),
      progress,
    )
    progress.onOpened({ prefix: session.prefix, uploadId })
  }
  const parts = await sendParts(planParts(file.size, PART_BYTES), opened?.parts ?? [], {
    session,
    uploadId,
    file,
    onProgress: progress.onProgress,
    retry: progress,
  })
  progress.onSent()
  await complete(session, uploadId, parts, progress)
  return session.key
}

async function open({ file, bucket, companyId }: FileToSend, progress: Progress): Promise<Session> {
  const prefix = newUploadPrefix(companyId)
  // Reported before the request, so that a lost answer leaves nothing reserved.
  progress.onOpened({ prefix, uploadId: undefined })
  const token = await keepTrying('token', () => askToken(bucket, file.size, prefix), progress)
  return keepTrying('init', () => openSession(bucket, token), progress)
}

/** Returns a prefix on which an upload can be opened once, and abandoned even if the answer was lost. */
function newUploadPrefix(companyId: number): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const name = btoa(String.fromCharCode(...bytes))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .slice(0, 22)
  return `companies/${companyId}/${name}/`
}

async function askToken(bucket: BucketName, size: number, prefix: string): Promise<UploadToken> {
  return (await ask(getUploadToken, { query: { bucket, size, new_key: prefix } })).data
}

/** Either the whole object is stored, or the upload resumes with the stored parts. */
type Reopened =
  | { storedKey: string }
  | { session: Session; uploadId: string | undefined; parts: readonly StoredPart[] }

async function openEarlier(
  { file, bucket, earlier }: FileToSend,
  progress: Progress,
): Promise<Reopened | undefined> {
  if (!earlier) return undefined
  try {
    const { prefix, uploadId } = earlier
    const askAgain = () =>
      uploadId === undefined ? askToken(bucket, file.size, prefix) : askNewToken(bucket, prefix)
    const token = await keepTrying('token', askAgain, progress)
    const session = await keepTrying('init', () => openSession(bucket, token), progress)
    if (uploadId === undefined) return { session, uploadId, parts: [] }
    return await keepTrying('init', () => look(session, uploadId, file), progress)
  } catch (error) {
    if (error instanceof UploadError && isUploadOver(error.cause)) return broughtAlready(error.cause, file)
    throw error
  }
}

/** Detects a completed upload whose answer was lost. */
async function broughtAlready(refusal: unknown, file: File): Promise<Reopened | undefined> {
  const stored = refusal instanceof RefusedError ? refusal.fields['stored'] : undefined
  if (!v.is(storedUpload, stored) || stored.size !== file.size) return undefined
  const isSame = stored.crc64 === null || BigInt(stored.crc64) === (await crc64Of(file))
  return isSame ? { storedKey: stored.key } : undefined
}

async function look(session: Session, uploadId: string, file: File): Promise<Reopened> {
  try {
    const parts = await withKeys(session, () => session.store.listParts(session.key, uploadId))
    return { session, uploadId, parts }
  } catch (error) {
    if (!isUploadOver(error)) throw error
    const isComplete = await isObject(session, file.size, () => crc64Of(file))
    return isComplete ? { storedKey: session.key } : { session, uploadId: undefined, parts: [] }
  }
}

async function isObject(session: Session, size: number, crc64: () => Promise<bigint>): Promise<boolean> {
  const found = await withKeys(session, () => session.store.head(session.key))
  return found?.size === size && found.crc64 === (await crc64())
}

/** The store refuses to overwrite, before it looks for the upload. */
function isTaken(error: unknown): boolean {
  return error instanceof StoreError && error.code === 'FileAlreadyExists'
}

/** After a lost answer the upload is gone; then the object itself is checked. */
async function complete(
  session: Session,
  uploadId: string,
  parts: readonly CheckedPart[],
  progress: Progress,
): Promise<void> {
  const expected = parts.reduce((crc, part) => combineCrc64(crc, part.crc64, part.size), 0n)
  const size = parts.reduce((sum, part) => sum + part.size, 0)
  await keepTrying(
    'complete',
    async () => {
      const known = await withKeys(session, () => session.store.complete(session.key, uploadId, parts)).catch(
        (error: unknown) => {
          if (isUploadOver(error) || isTaken(error)) return undefined
          throw error
        },
      )
      if (known === expected) return
      if (!(await isObject(session, size, () => Promise.resolve(expected)))) {
        throw new ChecksumError('the object differs')
      }
    },
    progress,
  )
}
