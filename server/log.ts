/** Structured log: one JSON object a line. Never phones, codes, tokens or query strings. */

export interface LogEntry {
  level: 'info' | 'warn' | 'error'
  event: string
  [field: string]: unknown
}

export type Log = (entry: LogEntry) => void

/** Writing blocks, so that entries of a moment are written together. */
const TOGETHER_MS = 20
interface Waiting {
  atMs: number
  entry: LogEntry
}
let waiting: Waiting[] = []
process.once('exit', writeWaiting)

/** Writes entries to standard output, each after its time. Do not change an entry afterwards. */
export const logToStdout: Log = (entry) => {
  if (waiting.length === 0) setTimeout(writeWaiting, TOGETHER_MS)
  waiting.push({ atMs: Date.now(), entry })
}

function writeWaiting(): void {
  const lines = waiting.map(lineOf)
  waiting = []
  process.stdout.write(lines.join(''))
}

/** An entry that is no JSON must not lose other entries, nor end the process by an error in a timer. */
function lineOf({ atMs, entry }: Waiting): string {
  const time = new Date(atMs).toISOString()
  try {
    return `${JSON.stringify({ time, ...entry })}\n`
  } catch (error) {
    return `${JSON.stringify({ time, level: 'error', event: entry.event, ...describeError(error) })}\n`
  }
}

/**
 * The codes of a full disk: the system's, SQLite's (the second one when its shared memory cannot grow), PostgreSQL's.
 * https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const NO_ROOM = new Set<unknown>(['ENOSPC', 'EDQUOT', 'SQLITE_FULL', 'SQLITE_IOERR_SHMSIZE', '53100'])

/** Whether a write failed because the disk is full. */
export function isNoRoom(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return ('code' in error && NO_ROOM.has(error.code)) || isNoRoom(error.cause)
}

/** Describes a thrown value for the log, which only administrators read; a full disk has one name. */
export function describeError(error: unknown): { error: string; reason?: 'ENOSPC'; stack?: string } {
  if (!(error instanceof Error)) return { error: String(error) }
  return {
    error: `${error.name}: ${error.message}`,
    ...(isNoRoom(error) && { reason: 'ENOSPC' }),
    ...(error.stack && { stack: error.stack }),
  }
}
