/** Where the browser tests find their server and the codes that it sends. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export const E2E_PORT = 4399
export const E2E_DATA_DIR = 'node_modules/.cache/e2e-data'

/** The newest code sent to a phone. */
export function codeFor(phone: string): string {
  const lines = readFileSync(join(E2E_DATA_DIR, 'sms-outbox.jsonl'), 'utf8').trim().split('\n')
  const sent = lines.map((line) => JSON.parse(line) as { phone: string; code: string })
  const last = sent.findLast((entry) => entry.phone === phone)
  if (!last) throw new Error(`no code was sent to ${phone}`)
  return last.code
}
