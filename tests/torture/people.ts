import { readFileSync } from 'node:fs'
import { outboxPath } from '../../server/sms/gateway.ts'
import { CONSENT_VERSION, logIn } from '../../src/lib/contract/account/customer.ts'
import { sendSms } from '../../src/lib/contract/account/sms.ts'
import { attempt } from './call.ts'

export interface Person {
  phone: string
  cookie: string
  companyId: number
}

export type Welcome = (origin: string) => Promise<Person>

export function peopleOf(dataDir: string): Welcome {
  let phones = 0
  return async (origin) => {
    // Never reuse a phone: it gets a code only once a minute.
    const phone = `139${String(++phones).padStart(8, '0')}`
    const browser = await askForCode(origin, phone)
    const body = { phone, captcha: codeFor(phone, dataDir), consent: CONSENT_VERSION }
    const { code, message, answer, cookie } = await attempt({ origin, cookie: browser }, logIn, { body })
    if (!answer) throw new Error(`${phone} 登录：${code} ${message}`)
    return { phone, cookie, companyId: answer.data.company_id }
  }
}

async function askForCode(origin: string, phone: string): Promise<string> {
  const { code, message, answer, cookie } = await attempt({ origin }, sendSms, { body: { phone } })
  if (!answer) throw new Error(`${phone} 验证码：${code} ${message}`)
  return cookie
}

function codeFor(phone: string, dataDir: string): string {
  const sent = readFileSync(outboxPath(dataDir), 'utf8').split('\n')
  const line = sent.findLast((text) => text.includes(phone)) ?? ''
  return (JSON.parse(line) as { code: string }).code
}

/** Returns the same one to this many callers, then a new one, because a company's rate is limited. */
export function shared<T>(
  open: (origin: string) => Promise<T>,
  turns: number,
): (origin: string) => Promise<T> {
  let current: Promise<T> | undefined
  let left = 0
  return (origin) => {
    if (current === undefined || left === 0) {
      left = turns
      current = open(origin)
      current.catch(() => {
        current = undefined
      })
    }
    left -= 1
    return current
  }
}
