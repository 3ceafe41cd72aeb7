/** What a person's pages keep on this device and nobody after them may find: called at logout, without loading more. */

/** Unsent chat messages; see chat-outbox.ts. */
export const OUTBOX_DATABASE = 'chat'
/** What the keys of reservations begin with that are being typed. */
export const RESERVE_KEYS = 'reserve:'
/** What the chat keeps, what an operator has been writing, and reservations. */
const PERSONAL_KEYS = /^(chat|operator|reserve):/

export function forgetPerson(): void {
  try {
    for (const key of Object.keys(sessionStorage)) if (PERSONAL_KEYS.test(key)) sessionStorage.removeItem(key)
    indexedDB.deleteDatabase(OUTBOX_DATABASE)
  } catch {
    // Where the device keeps nothing there is nothing to forget.
  }
}
