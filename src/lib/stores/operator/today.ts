/** The counts on the tabs of the desk. */
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

/** Reads the counts, and shows a failure. */
export async function loadToday(): Promise<void> {
  $today.set({ status: 'loading' })
  const done = await attempt(() => ask(getToday, {}))
  $today.set(done.ok ? { status: 'ready', today: done.value.data } : { status: 'failed', text: done.text })
}

/** Reads the counts again. After a failure they stay. */
export async function refreshToday(): Promise<void> {
  const answer = await attemptQuietly(() => ask(getToday, {}))
  if (answer) $today.set({ status: 'ready', today: answer.data })
}

$deskReturns.listen(refreshToday)

/** Polls while the desk is open. Returns what ends that. */
export function watchToday(): () => void {
  return startPolling(() => ($today.get().status === 'ready' ? refreshToday() : loadToday()), RHYTHM)
}
