/** What a tab remembers of its chat from page to page: that it is open, and what is typed and not yet sent. */
import * as v from 'valibot'
import type { Place } from '../conversation/unsent.ts'
import { kept } from './kept/kept.ts'

const keptOpen = kept('chat:open', v.literal(1))
const keptTyped = kept('chat:draft', v.string())

export function readOpen(): boolean {
  return keptOpen.read() === 1
}

export function keepOpen(isOpen: boolean): void {
  if (isOpen) keptOpen.keep(1)
  else keptOpen.drop()
}

export function readTyped(owner: string, place: Place): string {
  return keptTyped.read(owner, place) ?? ''
}

export function keepTyped(owner: string, place: Place, text: string): void {
  if (text === '') keptTyped.drop(owner, place)
  else keptTyped.keep(text, owner, place)
}
