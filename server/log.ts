/** Structured log: one JSON object a line. Never phones, codes, tokens or query strings. */

export interface LogEntry {
  level: 'info' | 'warn' | 'error'
  event: string
  [field: string]: unknown
}

export type Log = (entry: LogEntry) => void

/** Writes entries to standard output with the time in front. */
export const logToStdout: Log = (entry) => {
  process.stdout.write(`${JSON.stringify({ time: new Date().toISOString(), ...entry })}\n`)
}

/** What a log may say about a thrown value: kind, words and place, for the operator only. */
export function describeError(error: unknown): { error: string; stack?: string } {
  if (!(error instanceof Error)) return { error: String(error) }
  return { error: `${error.name}: ${error.message}`, ...(error.stack ? { stack: error.stack } : {}) }
}
