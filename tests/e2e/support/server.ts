/** The address of the browser tests' server, as Playwright has read it, and the codes that it sends. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const { E2E_PORT, E2E_DATA = '' } = process.env

export const E2E_ORIGIN = `http://localhost:${E2E_PORT}`

/** Selects the worker of a browser (`/worker/:browser`). */
export const WORKER_COOKIE = 'e2e-worker'

export function codeFor(phone: string, data = E2E_DATA): string {
  const lines = readFileSync(join(data, 'sms-outbox.jsonl'), 'utf8').trim().split('\n')
  const sent = lines.map((line) => JSON.parse(line) as { phone: string; code: string })
  const last = sent.findLast((entry) => entry.phone === phone)
  if (!last) throw new Error(`no code was sent to ${phone}`)
  return last.code
}
