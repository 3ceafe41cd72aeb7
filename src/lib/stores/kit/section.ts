/** One part of a page with data of the account, and its changes. */
import { atom, type WritableAtom } from 'nanostores'
import { explainError } from '../../api/errors.ts'
import { notifyTabs, type Topic } from '../../browser/page-events.ts'
import { askAgainIfSessionEnded } from '../login.ts'
import { $companyId, handleSessionEnd } from '../session.ts'

export type Section<Value> =
  | { status: 'loading' }
  | { status: 'failed'; text: string }
  | { status: 'ready'; value: Value }

interface Said {
  tone: 'saved' | 'failed'
  text: string
}

/** Drops answers for a company that has logged out; an error does not replace shown data. */
export async function loadSection<Value>(
  $section: WritableAtom<Section<Value>>,
  fetch: () => Promise<Value>,
): Promise<void> {
  const companyId = $companyId.get()
  const isShown = $section.get().status === 'ready'
  if (!isShown) $section.set({ status: 'loading' })
  try {
    const value = await fetch()
    if ($companyId.get() === companyId) $section.set({ status: 'ready', value })
  } catch (error) {
    if ($companyId.get() !== companyId) return
    if (isShown ? askAgainIfSessionEnded(error) : handleSessionEnd(error)) return
    if (!isShown) $section.set({ status: 'failed', text: explainError(error) })
  }
}

/** Changes one after the other; `$said` has the result of the last. @param reload runs after a failure */
export function createChanges(reload: () => Promise<unknown>, topic: Topic = 'company') {
  const $said = atom<Said | null>(null)
  let last: Promise<unknown> = Promise.resolve()

  async function run(work: () => Promise<unknown>, done: string, failed: string): Promise<boolean> {
    try {
      const said = await work()
      const text = typeof said === 'string' ? said : done
      if (text) $said.set({ tone: 'saved', text })
      notifyTabs(topic)
      return true
    } catch (error) {
      const hasEnded = askAgainIfSessionEnded(error)
      $said.set({
        tone: 'failed',
        text: `${failed}${hasEnded ? '登录已过期，登录后请再试一次' : explainError(error)}`,
      })
      if (!hasEnded) await reload()
      return false
    }
  }

  /** @param work may return the words for its success @returns whether it succeeded */
  function change(work: () => Promise<unknown>, { done = '', failed = '' } = {}): Promise<boolean> {
    $said.set(null)
    const running = last.then(() => run(work, done, failed))
    last = running
    return running
  }
  return { $said, change }
}

export function createSection<Value>(fetch: () => Promise<Value>, topic?: Topic) {
  const $value = atom<Section<Value>>({ status: 'loading' })
  const open = () => loadSection($value, fetch)
  const { $said, change } = createChanges(open, topic)
  return {
    $value,
    $said,
    open,
    change,
    show: (value: Value) => $value.set({ status: 'ready', value }),
    close() {
      $value.set({ status: 'loading' })
      $said.set(null)
    },
  }
}
