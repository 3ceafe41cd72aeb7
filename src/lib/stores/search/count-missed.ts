/** Reports words without a result, for editors; loaded on demand. */
import { ask } from '../../api/ask.ts'
import { countMissedSearch, missedWord } from '../../contract/policies/care.ts'

/** Since the page load. */
const counted = new Set<string>()

/** At most once per word, and not with Do Not Track. */
export async function countMissed(typed: string): Promise<void> {
  const word = missedWord(typed)
  if (word === undefined || counted.has(word) || asksNotToBeFollowed()) return
  counted.add(word)
  // Failures are ignored.
  await ask(countMissedSearch, { body: { word } }).catch(() => undefined)
}

function asksNotToBeFollowed(): boolean {
  const { globalPrivacyControl, doNotTrack } = navigator as Navigator & { globalPrivacyControl?: boolean }
  return globalPrivacyControl === true || doNotTrack === '1'
}
