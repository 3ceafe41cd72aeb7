/** Pages that whoever is logged in can read without a line: those read, and those of what the company follows. */
import { ask } from '../api/ask.ts'
import { OFFLINE_PATH, openPages } from '../browser/offline-pages.ts'
import { listPlatformPolicies } from '../contract/policies/platform-policy.ts'

/** Pages of a list: the twenty followed last, an interpretation and an original each. */
const LISTS = [1, 2]

/**
 * From now on.
 * @param isDue the pages of what is followed are asked for, too
 * @returns false in a browser without workers, where the server allows none, and where there is no line
 */
export async function keepPages(isDue: boolean): Promise<boolean> {
  try {
    const { active } = await openPages()
    if (isDue) active?.postMessage([OFFLINE_PATH, ...(isSaving() ? [] : await followedPages())])
    return true
  } catch {
    return false
  }
}

async function followedPages(): Promise<string[]> {
  const lists = await Promise.all(
    LISTS.map((page) => ask(listPlatformPolicies, { query: { type: 'followed', page } })),
  )
  return lists
    .flatMap(({ result }) => result.items)
    .flatMap(({ item_id, platform_policy_id }) => [
      ...(item_id === null ? [] : [`/pmanagement/${item_id}`]),
      ...(platform_policy_id === null ? [] : [`/review/${platform_policy_id}`]),
    ])
}

/** 省流量: nobody is waiting for these pages. */
function isSaving(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean } }
  return connection?.saveData === true
}
