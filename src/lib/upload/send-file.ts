/**
 * Brings a file into the object store: token, initiate, parts, complete. Entering it somewhere is the caller's step.
 */
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

/** What it takes to resume an upload. */
interface OpenUpload {
  prefix: string
  /** Undefined: not initiated yet. */
  uploadId: string | undefined
}

export interface FileToSend {
  file: File
  bucket: BucketName
  companyId: number
  /** An upload of the same file that was broken off. */
  earlier?: OpenUpload | undefined
}

export interface Progress extends RetryPolicy {
  /** From here on the prefix has to be given back when the upload is given up. */
  onOpened: (upload: OpenUpload) => void
  /** Bytes that are in the store or on their way. */
  onProgress: (sent: number) => void
  /** All bytes are there; the store puts them together. */
  onSent: () => void
}

/** @returns the key of the object @throws UploadError, or the signal's reason; by then no request runs any more */
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
  // Before it is asked for: an answer that is lost leaves nothing reserved.
  progress.onOpened({ prefix, uploadId: undefined })
  const token = await keepTrying('token', () => askToken(bucket, file.size, prefix), progress)
  return keepTrying('init', () => openSession(bucket, token), progress)
}

/** Where an upload can be opened once, and given up even if nobody heard that it was opened. */
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

/** Either all of it is in the store, or it goes on with the parts that are there. */
type Reopened =
  | { storedKey: string }
  | { session: Session; uploadId: string | undefined; parts: readonly StoredPart[] }

/** Undefined: there is none, or it is over. */
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

/** An upload that is over because it came through, and nobody heard of it. */
async function broughtAlready(refusal: unknown, file: File): Promise<Reopened | undefined> {
  const stored = refusal instanceof RefusedError ? refusal.fields['stored'] : undefined
  if (!v.is(storedUpload, stored) || stored.size !== file.size) return undefined
  const isSame = stored.crc64 === null || BigInt(stored.crc64) === (await crc64Of(file))
  return isSame ? { storedKey: stored.key } : undefined
}

/** What the store has of an upload. When it is gone, it may be because it was completed. */
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

/** A store that keeps what is there says so before it looks for the upload. */
function isTaken(error: unknown): boolean {
  return error instanceof StoreError && error.code === 'FileAlreadyExists'
}

/** An answer that was lost looks like an upload that is gone: then the object itself is asked. */
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
