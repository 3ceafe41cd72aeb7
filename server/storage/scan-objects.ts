/** Examines every adopted object by a command that reads standard input and exits with 0 or 1, like `clamdscan -`. */
import { spawn } from 'node:child_process'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { MINUTE_MS } from '../../src/lib/rules/time/durations.ts'
import { schedule } from '../db/jobs.ts'
import type { Database } from '../db/schema.ts'
import type { SecurityLog } from '../security-log/security-log.ts'
import { SCAN_OBJECT, type Storage } from './storage.ts'

/** Less than the lease of a job; a longer scan is retried. */
const TIME_LIMIT_MS = 4 * MINUTE_MS

export type Scan = 'pending' | 'clean' | 'refused'

export function shownScan(scan: Scan | null): { scan?: 'pending' | 'refused' } {
  return scan === 'clean' || scan === null ? {} : { scan }
}

/** Call it in the transaction that adopts the object. */
export function scheduleScan(transaction: Database, id: number, nowMs: number): Promise<void> {
  return schedule(transaction, { kind: SCAN_OBJECT, key: String(id), dueMs: nowMs, payload: { id } })
}

/** @throws GatewayError, or Error when the command fails: it is retried */
export async function scanObject(
  { db, storage, securityLog }: { db: Database; storage: Storage; securityLog: SecurityLog },
  command: string | undefined,
  id: number,
  signal?: AbortSignal,
): Promise<void> {
  const object = await db
    .selectFrom('stored_objects')
    .select(['bucket', 'key', 'size', 'company_id'])
    .where('id', '=', id)
    .where('scan', '=', 'pending')
    .executeTakeFirst()
  const bytes = object && (await storage.read(object.bucket, object.key))
  if (!bytes) return
  const isFree = command === undefined || (await isClean(command, bytes, { size: object.size, signal }))
  const scan = isFree ? 'clean' : 'refused'
  await db.updateTable('stored_objects').set({ scan }).where('id', '=', id).execute()
  if (scan === 'clean') return
  securityLog.note({
    event: 'file-refused',
    actor: 'portal',
    companyId: object.company_id,
    target: `object=${id}`,
  })
}

async function isClean(
  command: string,
  bytes: ReadableStream<Uint8Array>,
  { size, signal }: { size: number; signal: AbortSignal | undefined },
): Promise<boolean> {
  const [program = '', ...options] = command.split(/\s+/)
  const child = spawn(program, options, {
    stdio: ['pipe', 'ignore', 'ignore'],
    timeout: TIME_LIMIT_MS,
    ...(signal && { signal }),
  })
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  let readFault: { error: unknown } | undefined
  const whole = async function* () {
    try {
      let seen = 0
      for await (const chunk of bytes) {
        seen += chunk.byteLength
        yield chunk
      }
      if (seen < size) throw new Error(`the store gave ${seen} bytes of ${size}`)
    } catch (error) {
      readFault = { error }
      throw error
    }
  }
  // The input may fail, because a scanner may close it early.
  const sent = pipeline(whole, child.stdin).catch(() => {})
  const [code] = await Promise.all([ended, sent])
  // A truncated file looks complete to the scanner.
  if (readFault) throw readFault.error
  if (code === 0 || code === 1) return code === 0
  throw new Error(`SCAN_COMMAND ended with ${code}`)
}
