/** The unsent text of a dialogue: stored in this tab, only for its writer. */
import { atom, type ReadableAtom } from 'nanostores'
import * as v from 'valibot'
import { kept } from '../browser/kept/kept.ts'
import type { DialoguePlace } from './unsent.ts'

const keptTyped = kept('chat:draft', v.string())

export interface Typed {
  $text: ReadableAtom<string>
  write: (text: string) => void
  /** Removes a text that is being sent, and keeps text added after it. */
  takeOut: (sent: string) => void
  putBack: (text: string) => void
}

export function typedInto(place: DialoguePlace, owner: string): Typed {
  const $text = atom(keptTyped.read(owner, place) ?? '')
  function write(text: string): void {
    $text.set(text)
    if (text === '') keptTyped.drop(owner, place)
    else keptTyped.keep(text, owner, place)
  }
  return {
    $text,
    write,
    takeOut: (sent) => {
      if ($text.get().startsWith(sent)) write($text.get().slice(sent.length))
    },
    putBack: (text) => write([text, $text.get()].filter(Boolean).join('\n')),
  }
}
