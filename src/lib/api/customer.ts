import { type Customer, checkSession, logIn, logOut } from '../contract/account/customer.ts'
import { sendSms } from '../contract/account/sms.ts'
import { ask } from './ask.ts'

/** Asks for a code by SMS; the seconds until the next may be asked for. */
export async function sendCode(phone: string): Promise<number> {
  const { data } = await ask(sendSms, { body: { phone } })
  return data.retry_after
}

export async function openSession(phone: string, captcha: string, consent: string): Promise<Customer> {
  const { data } = await ask(logIn, { body: { phone, captcha, consent } })
  return data
}

/** Who is logged in. Refused with 401 when nobody is. */
export async function readSession(): Promise<Customer> {
  const { data } = await ask(checkSession, {})
  return data
}

export async function closeSession(): Promise<void> {
  await ask(logOut, {})
}
