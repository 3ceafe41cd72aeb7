/** A list that grows page by page, and is read anew as far as it is shown. */
import { type Atom, atom } from 'nanostores'
import { explainError } from '../../api/errors.ts'
import { handleSessionEnd } from '../session.ts'
import { latest } from './latest.ts'

export type ListState<Row> =
  | { status: 'idle' }
  | { status: 'loading'; items: readonly Row[] }
  | { status: 'ready'; items: readonly Row[]; hasMore: boolean }
  | { status: 'failed'; items: readonly Row[]; text: string }

interface Page<Row> {
  items: readonly Row[]
  pages: number
}

interface GrowingList<Row> {
  $list: Atom<ListState<Row>>
  /** From the first page, with nothing shown before it is there. */
  begin: () => Promise<void>
  more: () => Promise<void>
  /** Reads as many pages anew as are wanted: until the answers are there, the list stays where it is. */
  refresh: () => Promise<void>
  /** Shows nothing any more, whatever is still answered. */
  forget: () => void
}

export function growList<Row extends { id: number }>(
  fetchPage: (page: number) => Promise<Page<Row>>,
): GrowingList<Row> {
  const $list = atom<ListState<Row>>({ status: 'idle' })
  /** So many pages are shown, or asked for. */
  let wanted = 1
  const reading = latest()

  async function refresh(): Promise<void> {
    const isLatest = reading.begin()
    const state = $list.get()
    const shown = state.status === 'idle' ? [] : state.items
    $list.set({ status: 'loading', items: shown })
    try {
      const numbers = Array.from({ length: wanted }, (_, index) => index + 1)
      const answers = await Promise.all(numbers.map(fetchPage))
      if (!isLatest()) return
      const pages = answers.at(-1)?.pages ?? 1
      // Some may be gone meanwhile.
      wanted = Math.max(1, Math.min(wanted, pages))
      // One that came between two answers moved another onto the next page.
      const rows = new Map(answers.flatMap(({ items }) => items).map((row) => [row.id, row]))
      $list.set({ status: 'ready', items: [...rows.values()], hasMore: wanted < pages })
    } catch (error) {
      if (!isLatest()) return
      if (handleSessionEnd(error)) forget()
      else $list.set({ status: 'failed', items: shown, text: explainError(error) })
    }
  }

  function forget(): void {
    reading.begin()
    wanted = 1
    $list.set({ status: 'idle' })
  }
  return {
    $list,
    forget,
    refresh,
    begin: () => {
      forget()
      return refresh()
    },
    more: () => {
      wanted += 1
      return refresh()
    },
  }
}
