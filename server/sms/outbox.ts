/** The gateway of an installation without one: codes go to a file and the terminal, for whoever runs it. */
import { appendFile, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { SmsGateway } from './gateway.ts'

export function outboxPath(dataDir: string): string {
  return join(dataDir, 'sms-outbox.jsonl')
}

/** One JSON line `{phone, code, sent_at}` a code, readable by the owner only; `print` gets one line for people. */
export function smsOutbox(dataDir: string, print: (line: string) => void, now: () => number): SmsGateway {
  return {
    async send(phone, code) {
      await mkdir(dataDir, { recursive: true, mode: 0o700 })
      const line = JSON.stringify({ phone, code, sent_at: new Date(now()).toISOString() })
      await appendFile(outboxPath(dataDir), `${line}\n`, { mode: 0o600 })
      print(`【短信验证码】${phone}：${code}`)
    },
  }
}
