/** People who log in, each with a new phone and so with a new company. */
import { readFileSync } from 'node:fs'
import { outboxPath } from '../../server/sms/outbox.ts'
import { CONSENT_VERSION, logIn } from '../../src/lib/contract/account/customer.ts'
import { sendSms } from '../../src/lib/contract/account/sms.ts'
import { ask, attempt } from './call.ts'

export interface Person {
  phone: string
  cookie: string
  companyId: number
}

export type Welcome = (origin: string) => Promise<Person>

export function peopleOf(dataDir: string): Welcome {
  let phones = 0
  return async (origin) => {
    // Never a phone again, whatever became of it: one gets a code only once a minute.
    const phone = `139${String(++phones).padStart(8, '0')}`
    await ask({ origin }, sendSms, { body: { phone } })
    const body = { phone, captcha: codeFor(phone, dataDir), consent: CONSENT_VERSION }
    const { code, message, answer, cookie } = await attempt({ origin }, logIn, { body })
    if (!answer) throw new Error(`${phone} 登录：${code} ${message}`)
    return { phone, cookie, companyId: answer.data.company_id }
  }
}

function codeFor(phone: string, dataDir: string): string {
  const sent = readFileSync(outboxPath(dataDir), 'utf8').split('\n')
  const line = sent.findLast((text) => text.includes(phone)) ?? ''
  return (JSON.parse(line) as { code: string }).code
}

/** Gives the same one to so many callers, then a new one: what a company may do in a minute is limited. */
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
