/** What a person's pages keep on this device and nobody after them may find: called at logout, without loading more. */

/** Unsent chat messages; see chat-outbox.ts. */
export const OUTBOX_DATABASE = 'chat'
/** What the chat keeps, and what an operator has been writing. */
const KEYS = /^(chat|operator):/

export function forgetPerson(): void {
  try {
    for (const key of Object.keys(sessionStorage)) if (KEYS.test(key)) sessionStorage.removeItem(key)
    indexedDB.deleteDatabase(OUTBOX_DATABASE)
  } catch {
    // Where the device keeps nothing there is nothing to forget.
  }
}
