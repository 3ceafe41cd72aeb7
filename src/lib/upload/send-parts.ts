/** Sends the missing parts of a file, a few at a time, each until it arrives unchanged. */
import { type StoredPart, sendPart } from '../api/object-store.ts'
import { ChecksumError, keepTrying, type RetryPolicy } from './failures.ts'
import { crc64Of, readBytes } from './file-bytes.ts'
import { type Session, withKeys } from './session.ts'

const AT_ONCE = 3
/** Retries for a part that arrives changed. */
const CHANGES = 4

export interface CheckedPart extends StoredPart {
  crc64: bigint
}

interface Sending {
  session: Session
  uploadId: string
  file: Blob
  onProgress: (sent: number) => void
  retry: RetryPolicy
}

/** @param stored parts of an earlier attempt: reused if they hold the file's bytes */
export async function sendParts(
  plan: readonly PartPlan[],
  stored: readonly StoredPart[],
  sending: Sending,
): Promise<CheckedPart[]> {
  const { onProgress, retry } = sending
  const failed = new AbortController()
  const signal = AbortSignal.any([retry.signal, failed.signal])
  const waiting = new Set<number>()
  const sent = new Map<number, number>()
  const parts = new Map<number, CheckedPart>()
  const queue = [...plan]

  const report = (number: number, bytes: number) => {
    sent.set(number, bytes)
    onProgress([...sent.values()].reduce((sum, some) => sum + some, 0))
  }
  const retryOf = (number: number): RetryPolicy => ({
    ...retry,
    signal,
    onWaiting: (step, error) => {
      if (waiting.size === 0) retry.onWaiting(step, error)
      waiting.add(number)
    },
    onResumed: () => {
      waiting.delete(number)
      if (waiting.size === 0) retry.onResumed()
    },
  })
  async function work(): Promise<void> {
    for (let part = queue.shift(); part; part = queue.shift()) {
      const { number } = part
      const known = stored.find((each) => each.number === number)
      const done = await sendOne(part, known, { ...sending, retry: retryOf(number) }, (bytes) =>
        report(number, bytes),
      )
      parts.set(number, done)
      report(number, done.size)
    }
  }
  const workers = Array.from({ length: AT_ONCE }, () =>
    work().catch((error: unknown) => {
      failed.abort(error)
      throw error
    }),
  )
  const ends = await Promise.allSettled(workers)
  retry.signal.throwIfAborted()
  if (failed.signal.aborted) throw failed.signal.reason
  if (ends.some(({ status }) => status === 'rejected')) throw new Error('a worker ended early')
  return [...parts.values()].sort((a, b) => a.number - b.number)
}

async function sendOne(
  part: PartPlan,
  known: StoredPart | undefined,
  { session, uploadId, file, retry }: Sending,
  onSent: (bytes: number) => void,
): Promise<CheckedPart> {
  const body = file.slice(part.start, part.end)
  const { number } = part
  const { signal } = retry
  const size = part.end - part.start
  return keepTrying('part', () => attempt(CHANGES), retry)

  async function attempt(left: number): Promise<CheckedPart> {
    if (known?.size === size) {
      const crc64 = await crc64Of(body)
      if (known.crc64 === crc64) return { ...known, crc64 }
    }
    onSent(0)
    const sending = withKeys(session, () =>
      sendPart(session.store.signPart(session.key, uploadId, number), { body, onSent, signal }),
    ).catch(async (error: unknown) => {
      onSent(0)
      // A file that changed while it is read looks like a network error.
      if (!signal.aborted) await readBytes(body.slice(0, 1))
      throw error
    })
    // In parallel: the network does not wait for the checksum. An unreadable file ends both.
    const [answer, crc64] = await Promise.all([sending, crc64Of(body)])
    if (answer.crc64 === undefined || answer.crc64 === crc64)
      return { number, size, etag: answer.etag, crc64 }
    if (left > 1) return attempt(left - 1)
    throw new ChecksumError(`part ${number}`)
  }
}

interface PartPlan {
  number: number
  start: number
  end: number
}

export function planParts(size: number, partBytes: number): PartPlan[] {
  return Array.from({ length: Math.ceil(size / partBytes) }, (_, index) => ({
    number: index + 1,
    start: index * partBytes,
    end: Math.min(size, (index + 1) * partBytes),
  }))
}
