/** What a person's pages keep on this device and nobody after them may find: called at logout, without loading more. */
import * as v from 'valibot'
import { kept } from './kept.ts'
import { emptyPersonal } from './kept-keys.ts'

/** Unsent chat messages; see conversation/unsent.ts. */
export const OUTBOX_DATABASE = 'chat'

/** What the decision needs of what kept-drafts.ts keeps. */
const keptForms = kept(
  'form',
  v.object({
    saved: v.boolean(),
    content: v.object({ files: v.optional(v.array(v.object({ pending_id: v.nullable(v.string()) })), []) }),
  }),
)

export function forgetPerson(): void {
  forgetForms()
  emptyPersonal()
  try {
    indexedDB.deleteDatabase(OUTBOX_DATABASE)
  } catch {
    // Where the device keeps nothing there is nothing to forget.
  }
}

/** Whether forms stay here whose words no account has: nothing that was typed is lost. */
export function hasUnsavedForms(): boolean {
  return companyForms().some(({ value }) => !value.saved)
}

/** Forms that the account has, and the files that waited for their upload. */
function forgetForms(): void {
  const saved = companyForms().filter(({ value }) => value.saved)
  for (const { ids } of saved) keptForms.drop(...ids)
  const pending = saved.flatMap(({ value }) => value.content.files.flatMap((file) => file.pending_id ?? []))
  if (pending.length > 0)
    import('./pending-files.ts').then(({ dropPendingFiles }) => dropPendingFiles(pending))
}

/** Not a visitor's, who is company 0. */
function companyForms() {
  return keptForms.all().filter(({ ids: [, company] }) => company !== '0')
}
