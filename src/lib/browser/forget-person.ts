/** What a person's pages keep on this device and nobody after them may find: called at logout, without loading more. */

import { forgetKeptUploads } from './given-up.ts'

/** Unsent chat messages; see chat-outbox.ts. */
export const OUTBOX_DATABASE = 'chat'
/** What the keys of reservations begin with that are being typed. */
export const RESERVE_KEYS = 'reserve:'
/** What the chat keeps, what an operator has been writing, and reservations. */
const PERSONAL_KEYS = /^(chat|operator|reserve):/
/** Forms of a company, not of a visitor; see kept-drafts.ts. */
const FORM_KEYS = /^form:[a-z]+:[1-9]\d*:\d+$/

export function forgetPerson(): void {
  forgetKeptUploads()
  try {
    for (const key of Object.keys(sessionStorage)) if (PERSONAL_KEYS.test(key)) sessionStorage.removeItem(key)
    indexedDB.deleteDatabase(OUTBOX_DATABASE)
  } catch {
    // Where the device keeps nothing there is nothing to forget.
  }
  try {
    forgetForms()
  } catch {
    // The same.
  }
}

/** Whether forms stay here whose words no account has: nothing that was typed is lost. */
export function hasUnsavedForms(): boolean {
  return readForms().some(({ isSaved }) => !isSaved)
}

/** Forms that the account has, and the files that waited for their upload. */
function forgetForms(): void {
  const held = readForms()
    .filter(({ isSaved }) => isSaved)
    .flatMap(({ key, held }) => {
      localStorage.removeItem(key)
      return held
    })
  if (held.length > 0) import('./held-files.ts').then(({ dropHeldFiles }) => dropHeldFiles(held))
}

/** What the decision needs of what kept-drafts.ts keeps. */
interface KeptForm {
  saved: boolean
  content: { files?: { held: string | null }[] }
}

function readForms() {
  const keys = Object.keys(localStorage).filter((key) => FORM_KEYS.test(key))
  return keys.flatMap((key) => {
    try {
      const { saved, content }: KeptForm = JSON.parse(localStorage.getItem(key) ?? '')
      return [{ key, isSaved: saved === true, held: (content.files ?? []).flatMap(({ held }) => held ?? []) }]
    } catch {
      // No form can be read from it.
      return []
    }
  })
}
