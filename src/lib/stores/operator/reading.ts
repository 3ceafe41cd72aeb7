/** What the desk reads as a whole, of one thing at a time. What is shown of it stays until the answer is there. */
import { atom, type ReadableAtom } from 'nanostores'
import { $deskReturns, attempt } from './desk.ts'

export type ReadingState<Value> = { value: Value | null } & (
  | { status: 'loading' }
  | { status: 'ready' }
  | { status: 'failed'; text: string }
)

export interface Reading<Of, Value> {
  $state: ReadableAtom<ReadingState<Value>>
  open: (of: Of) => Promise<void>
  retry: () => Promise<void>
}

export function createReading<Of, Value>(fetch: (of: Of) => Promise<Value>): Reading<Of, Value> {
  const $state = atom<ReadingState<Value>>({ status: 'loading', value: null })
  let asked: { of: Of } | undefined

  async function load(): Promise<void> {
    const wanted = asked
    if (!wanted) return
    $state.set({ status: 'loading', value: $state.get().value })
    const done = await attempt(() => fetch(wanted.of))
    if (wanted !== asked) return
    if (done.ok) $state.set({ status: 'ready', value: done.value })
    else $state.set({ status: 'failed', text: done.text, value: $state.get().value })
  }

  // What could not be read while the session was over is read when the operator is back.
  $deskReturns.listen(load)

  return {
    $state,
    open(of) {
      if (asked && asked.of !== of) $state.set({ status: 'loading', value: null })
      asked = { of }
      return load()
    },
    retry: load,
  }
}
