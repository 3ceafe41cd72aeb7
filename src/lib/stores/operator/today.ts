/** What waits for the operators: the counts on the tabs of the desk, and its section 今日. */
import { atom } from 'nanostores'
import { ask } from '../../api/ask.ts'
import { startPolling } from '../../browser/poll.ts'
import { type Figures, getFigures, getToday, type Today } from '../../contract/operator/desk.ts'
import { $deskReturns, attempt, attemptQuietly } from './desk.ts'

type TodayState =
  | { status: 'loading' }
  | { status: 'failed'; text: string }
  | { status: 'ready'; today: Today }

export const $today = atom<TodayState>({ status: 'loading' })

type FiguresState =
  | { status: 'loading' }
  | { status: 'failed'; text: string }
  | { status: 'ready'; figures: Figures }

/** How the desk does, for 今日 alone. */
export const $figures = atom<FiguresState>({ status: 'loading' })

const RHYTHM = { shownMs: 45_000, hiddenMs: 300_000 }

/** 重试, of who has been told that it could not be read. */
export async function loadToday(): Promise<void> {
  $today.set({ status: 'loading' })
  const done = await attempt(() => ask(getToday, {}))
  $today.set(done.ok ? { status: 'ready', today: done.value.data } : { status: 'failed', text: done.text })
}

/** What is shown stays where it cannot be read anew; `$deskTrouble` tells. */
export async function refreshToday(): Promise<void> {
  const answer = await attemptQuietly(() => ask(getToday, {}))
  if (answer) $today.set({ status: 'ready', today: answer.data })
}

export async function loadFigures(): Promise<void> {
  $figures.set({ status: 'loading' })
  const done = await attempt(() => ask(getFigures, {}))
  $figures.set(
    done.ok ? { status: 'ready', figures: done.value.data } : { status: 'failed', text: done.text },
  )
}

async function refreshFigures(): Promise<void> {
  const answer = await attemptQuietly(() => ask(getFigures, {}))
  if (answer) $figures.set({ status: 'ready', figures: answer.data })
}

/** As `watchToday`, while 今日 is open. @returns what ends it */
export function watchFigures(): () => void {
  return startPolling(() => ($figures.get().status === 'ready' ? refreshFigures() : loadFigures()), RHYTHM)
}

$deskReturns.listen(refreshToday)

/** Reads it again and again while the desk is open. @returns what ends it */
export function watchToday(): () => void {
  return startPolling(() => ($today.get().status === 'ready' ? refreshToday() : loadToday()), RHYTHM)
}
