/** Codes by which a colleague joins a company. They are read out and typed, so no letter looks like a digit. */
import { plainTyped } from './typed-text.ts'

/** Ten of these 31 characters are 49 bits, which nobody guesses in a week. */
export const INVITATION_ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
export const INVITATION_LENGTH = 10

/** As typed or pasted → as made: small and full-width letters, blanks and hyphens are what people use. */
export function normaliseInvitation(text: string): string {
  return plainTyped(text).replaceAll('-', '').toUpperCase()
}

/** Whether a normalised code looks like one. */
export function isInvitation(code: string): boolean {
  return (
    code.length === INVITATION_LENGTH && [...code].every((letter) => INVITATION_ALPHABET.includes(letter))
  )
}

/** As it is shown: two groups of five. */
export function formatInvitation(code: string): string {
  return `${code.slice(0, 5)}-${code.slice(5)}`
}
