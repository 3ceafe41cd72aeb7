import { plainTyped, withoutUnseen } from './typed-text.ts'

const PHONE = /^1[3-9]\d{9}$/

/** Whether it is a mobile number of the mainland: 11 digits, 1 first, 3 to 9 second (behaviour B3.2). */
export function isPhone(value: string): boolean {
  return PHONE.test(value)
}

/** Returns a phone for a field while a person types: at most 11 digits, without what phones add (blanks, hyphens, +86, 0086). */
export function phoneWhileTyping(text: string): string {
  const digits = plainTyped(text).replace(/\D/g, '')
  return (digits.length > 11 ? digits.replace(/^(?:00)?86/, '') : digits).slice(0, 11)
}

/** Returns a phone for checks and requests: without +86, blanks and hyphens, full-width digits made plain, nothing cut. */
export function normalizePhone(text: string): string {
  const plain = plainTyped(text).replace(/[()-]/g, '')
  return plain.replace(/^(?:\+|00)?86(?=1\d{10}$)/, '')
}

export function maskPhone(phone: string): string {
  return `${phone.slice(0, 3)}****${phone.slice(-4)}`
}

/** Returns six digits for a code's field: typed, or pasted with the message around it. */
export function codeWhileTyping(text: string): string {
  const plain = withoutUnseen(text.normalize('NFKC'))
  return /(?:^|\D)(\d{6})(?!\d)/.exec(plain)?.[1] ?? plain.replace(/\D/g, '').slice(0, 6)
}
