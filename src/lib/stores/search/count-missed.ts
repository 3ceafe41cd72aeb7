/** Tells the portal which words it does not find, so that editors can help; loaded when that has happened. */
import { ask } from '../../api/ask.ts'
import { countMissedSearch, missedWord } from '../../contract/policies/care.ts'

/** Of this page load. */
const counted = new Set<string>()

/** At most once for a word, and not for who asks not to be followed. */
export async function countMissed(typed: string): Promise<void> {
  const word = missedWord(typed)
  if (word === undefined || counted.has(word) || asksNotToBeFollowed()) return
  counted.add(word)
  // Nobody waits for it, and nobody misses it.
  await ask(countMissedSearch, { body: { word } }).catch(() => undefined)
}

function asksNotToBeFollowed(): boolean {
  const { globalPrivacyControl, doNotTrack } = navigator as Navigator & { globalPrivacyControl?: boolean }
  return globalPrivacyControl === true || doNotTrack === '1'
}
