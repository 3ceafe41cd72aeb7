/** What a tab remembers of its chat from page to page: that it is open, and what is typed and not yet sent. */
import type { Place } from '../conversation/unsent.ts'

const OPEN = 'chat:open'

export function readOpen(): boolean {
  return sessionStorage.getItem(OPEN) === '1'
}

export function keepOpen(isOpen: boolean): void {
  write(OPEN, isOpen ? '1' : '')
}

function keyOf(owner: string, place: Place): string {
  return `chat:draft:${owner}:${place}`
}

export function readTyped(owner: string, place: Place): string {
  return sessionStorage.getItem(keyOf(owner, place)) ?? ''
}

export function keepTyped(owner: string, place: Place, text: string): void {
  write(keyOf(owner, place), text)
}

function write(key: string, text: string): void {
  try {
    if (text === '') sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, text)
  } catch {
    // Full: the field itself still has it.
  }
}
