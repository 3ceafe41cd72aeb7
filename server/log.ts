/** Structured log: one JSON object a line. Never phones, codes, tokens or query strings. */

export interface LogEntry {
  level: 'info' | 'warn' | 'error'
  event: string
  [field: string]: unknown
}

export type Log = (entry: LogEntry) => void

/** Writes an entry to standard output, after its time. One that is no JSON is named, and disturbs no request. */
export const logToStdout: Log = (entry) => {
  const time = new Date().toISOString()
  const write = (line: object) => process.stdout.write(`${JSON.stringify(line)}\n`)
  try {
    write({ time, ...entry })
  } catch (error) {
    write({ time, level: 'error', event: entry.event, ...describeError(error) })
  }
}

/** Codes of a full disk: the system's, SQLite's (the second when its shared memory cannot grow), PostgreSQL's. */
const NO_ROOM = new Set<unknown>(['ENOSPC', 'EDQUOT', 'SQLITE_FULL', 'SQLITE_IOERR_SHMSIZE', '53100'])

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
