/** Deletes a person's data on this device at logout, without loading more code. */
import * as v from 'valibot'
import { kept } from './kept.ts'
import { emptyPersonal } from './kept-keys.ts'

/** The fields of kept-drafts.ts that decide the fate of a form. */
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
}

/** Whether forms that no account has stay here: a logout loses no typed text. */
export function hasUnsavedForms(): boolean {
  return companyForms().some(({ value }) => !value.saved)
}

/** Deletes forms that the account has, and the files that waited for their upload. */
function forgetForms(): void {
  const saved = companyForms().filter(({ value }) => value.saved)
  for (const { ids } of saved) keptForms.drop(...ids)
  const pending = saved.flatMap(({ value }) => value.content.files.flatMap((file) => file.pending_id ?? []))
  if (pending.length > 0)
    import('./pending-files.ts').then(({ dropPendingFiles }) => dropPendingFiles(pending))
}

/** Without the visitor's, who is company 0. */
function companyForms() {
  return keptForms.all().filter(({ ids: [, company] }) => company !== '0')
}
