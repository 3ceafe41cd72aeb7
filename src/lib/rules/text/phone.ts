import { plainTyped, withoutUnseen } from './typed-text.ts'

const PHONE = /^1[3-9]\d{9}$/

/** A mobile number of the mainland: 11 digits, 1 first, 3 to 9 second (behaviour B3.2). */
export function isPhone(value: string): boolean {
  return PHONE.test(value)
}

/** For a field that is being typed into: at most 11 digits, without what phones put around them (blanks, hyphens, +86, 0086). */
export function phoneWhileTyping(text: string): string {
  const digits = plainTyped(text).replace(/\D/g, '')
  return (digits.length > 11 ? digits.replace(/^(?:00)?86/, '') : digits).slice(0, 11)
}

/** For text that is judged and sent: without +86, blanks and hyphens, full-width digits made plain, nothing cut off. */
export function normalizePhone(text: string): string {
  const plain = plainTyped(text).replace(/[()-]/g, '')
  return plain.replace(/^(?:\+|00)?86(?=1\d{10}$)/, '')
}

/** 13800138000 → 138****8000, for showing and for answers. */
export function maskPhone(phone: string): string {
  return `${phone.slice(0, 3)}****${phone.slice(-4)}`
}

/**
 * For the field of a code of six digits: typed, or pasted with the message around it. A length that the field sets would
 * cut a pasted text before its last digit.
 */
export function codeWhileTyping(text: string): string {
  const plain = withoutUnseen(text.normalize('NFKC'))
  return /(?:^|\D)(\d{6})(?!\d)/.exec(plain)?.[1] ?? plain.replace(/\D/g, '').slice(0, 6)
}
