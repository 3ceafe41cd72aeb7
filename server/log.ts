/** Structured log: one JSON object a line. Never phones, codes, tokens or query strings. */

import { isNoRoom } from './disk/no-room.ts'

export interface LogEntry {
  level: 'info' | 'warn' | 'error'
  event: string
  [field: string]: unknown
}

export type Log = (entry: LogEntry) => void

/** Writing to a pipe or a file blocks, so the lines of a moment go together. */
const TOGETHER_MS = 20
let waiting = ''
process.once('exit', writeWaiting)

/** Writes entries to standard output with the time in front. */
export const logToStdout: Log = (entry) => {
  if (waiting === '') setTimeout(writeWaiting, TOGETHER_MS)
  waiting += `${JSON.stringify({ time: new Date().toISOString(), ...entry })}\n`
}

function writeWaiting(): void {
  process.stdout.write(waiting)
  waiting = ''
}

/** What a log may say about a thrown value: kind, words and place, for the operator only; a full disk by one name. */
export function describeError(error: unknown): { error: string; reason?: 'ENOSPC'; stack?: string } {
  if (!(error instanceof Error)) return { error: String(error) }
  return {
    error: `${error.name}: ${error.message}`,
    ...(isNoRoom(error) && { reason: 'ENOSPC' }),
    ...(error.stack && { stack: error.stack }),
  }
}
