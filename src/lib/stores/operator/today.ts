/** What waits for the operators: the counts on the tabs of the desk. */
import { atom } from 'nanostores'
import { ask } from '../../api/ask.ts'
import { startPolling } from '../../browser/poll.ts'
import { getToday, type Today } from '../../contract/operator/desk.ts'
import { $deskReturns, attempt, attemptQuietly } from './desk.ts'

type TodayState =
  | { status: 'loading' }
  | { status: 'failed'; text: string }
  | { status: 'ready'; today: Today }

export const $today = atom<TodayState>({ status: 'loading' })

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

$deskReturns.listen(refreshToday)

/** Reads it again and again while the desk is open. @returns what ends it */
export function watchToday(): () => void {
  return startPolling(() => ($today.get().status === 'ready' ? refreshToday() : loadToday()), RHYTHM)
}
