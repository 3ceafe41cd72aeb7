/** Codes by which a colleague joins a company. People read them out and type them, so no letter looks like a digit. */
import { plainTyped } from './typed-text.ts'

/** Ten of these 31 characters are 49 bits, too many to guess in a week. */
export const INVITATION_ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
export const INVITATION_LENGTH = 10

/** Returns a typed or pasted code as made: people use small and full-width letters, blanks and hyphens. */
export function normaliseInvitation(text: string): string {
  return plainTyped(text).replaceAll('-', '').toUpperCase()
}

export function isInvitation(code: string): boolean {
  return (
    code.length === INVITATION_LENGTH && [...code].every((letter) => INVITATION_ALPHABET.includes(letter))
  )
}

export function formatInvitation(code: string): string {
  return `${code.slice(0, 5)}-${code.slice(5)}`
}
