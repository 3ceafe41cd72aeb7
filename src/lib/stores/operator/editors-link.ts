/** Data of the desk for editors: words without search results, and an address where they read corrections. */
import { ask } from '../../api/ask.ts'
import { listMissedSearches, makeEditorsLink } from '../../contract/policies/care.ts'
import { attempt } from './desk.ts'
import { createValue } from './value.ts'

/** Words that readers searched for and the portal does not have. */
export const missedSearches = createValue(async (_: null) => (await ask(listMissedSearches, {})).data)

/** Returns the whole address, for the settings of an editor's machine. */
export function askEditorsLink() {
  return attempt(async () => {
    const { path, gmt_expire } = (await ask(makeEditorsLink, {})).data
    return { address: new URL(path, location.origin).href, gmt_expire }
  })
}
