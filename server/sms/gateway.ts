import { appendFile, mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { DAY_MS } from '../../src/lib/rules/time/durations.ts'

export interface SmsGateway {
  /** @throws if the handover of the code fails; the person then sees a request to try again. */
  send: (phone: string, code: string) => Promise<void>
  /** Reminds of policies that close; missing if the portal sends no such SMS. @throws when it could not be handed over */
  remind?: (phone: string, reminder: SmsReminder) => Promise<void>
  /** Reports the number of new policies under saved conditions; missing and thrown as for `remind`. */
  tellNews?: (phone: string, policies: number) => Promise<void>
  tell?: (phone: string, count: number) => Promise<void>
}

interface SmsReminder {
  policies: number
  days: number
}

export function outboxPath(dataDir: string): string {
  return join(dataDir, 'sms-outbox.jsonl')
}

export function smsOutbox(dataDir: string, print: (line: string) => void, now: () => number): SmsGateway {
  const file = outboxPath(dataDir)
  const tell = async (phone: string, text: string) => {
    await appendTo(file, { phone, text }, now())
    print(`【短信提醒 SMS】${phone}：${text}`)
  }
  return {
    async send(phone, code) {
      await appendTo(file, { phone, code }, now())
      print(`【短信验证码 SMS code】${phone}：${code}`)
    },
    async remind(phone, { policies, days }) {
      await tell(phone, `您关注的政策有 ${policies} 项即将截止，最近的一项还有 ${days} 天，请登录查看。`)
    },
    async tellNews(phone, policies) {
      await tell(phone, `您订阅的条件有 ${policies} 项新内容，请登录查看。`)
    },
    async tell(phone, count) {
      await tell(phone, `您有 ${count} 条新消息，请登录查看。`)
    },
  }
}

const SENT_AT = /"sent_at":"([^"]+)"\}$/

/** Appends a message as one JSON line, readable by the owner only. */
export async function appendTo(file: string, message: Record<string, string>, nowMs: number): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  await forgetOldLines(file, nowMs)
  const line = JSON.stringify({ ...message, sent_at: new Date(nowMs).toISOString() })
  await appendFile(file, `${line}\n`, { mode: 0o600 })
}

/** Removes lines after a day, because they contain phones and texts of people. */
async function forgetOldLines(file: string, nowMs: number): Promise<void> {
  const lines = (await readFile(file, 'utf8').catch(() => '')).split('\n').filter(Boolean)
  const isYoung = (line = '') => Date.parse(SENT_AT.exec(line)?.[1] ?? '') > nowMs - DAY_MS
  if (lines.length === 0 || isYoung(lines[0])) return
  const young = lines.filter((line) => isYoung(line)).map((line) => `${line}\n`)
  await writeFile(`${file}.new`, young.join(''), { mode: 0o600 })
  await rename(`${file}.new`, file)
}
