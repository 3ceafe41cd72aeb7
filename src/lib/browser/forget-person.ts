/** What a person's pages keep on this device and nobody after them may find: called at logout, without loading more. */

import { giveUpAllKept } from './given-up.ts'

/** Unsent chat messages; see chat-outbox.ts. */
export const OUTBOX_DATABASE = 'chat'
const CHAT_KEYS = /^chat:/

export function forgetPerson(): void {
  giveUpAllKept()
  try {
    indexedDB.deleteDatabase(OUTBOX_DATABASE)
    for (const key of Object.keys(sessionStorage)) if (CHAT_KEYS.test(key)) sessionStorage.removeItem(key)
  } catch {
    // Where the device keeps nothing there is nothing to forget.
  }
}
