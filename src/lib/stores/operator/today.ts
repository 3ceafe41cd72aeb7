/** The counts on the tabs of the desk. */
import { ask } from '../../api/ask.ts'
import { startPolling } from '../../browser/poll.ts'
import { getToday } from '../../contract/operator/desk.ts'
import { createValue } from './value.ts'

const RHYTHM = { shownMs: 45_000, hiddenMs: 300_000 }

export const today = createValue(async (_: null) => (await ask(getToday, {})).data)

/** Polls while the desk is open. Returns what ends that. */
export function watchToday(): () => void {
  const read = () => (today.$state.get().status === 'ready' ? today.refresh() : today.load(null))
  return startPolling(read, RHYTHM)
}
