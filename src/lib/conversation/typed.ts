/** What is typed into a dialogue and not sent yet: kept in this tab, for nobody but its writer. */
import { atom, type ReadableAtom } from 'nanostores'
import * as v from 'valibot'
import { kept } from '../browser/kept/kept.ts'
import type { Place } from './unsent.ts'

const keptTyped = kept('chat:draft', v.string())

export interface Typed {
  $text: ReadableAtom<string>
  write: (text: string) => void
  /** It is on its way. What has been written behind it meanwhile stays. */
  takeOut: (sent: string) => void
  /** Before what has been typed since. */
  putBack: (text: string) => void
}

export function typedInto(place: Place, owner: string): Typed {
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
