/** The end of a conflict between two versions of a form. */
import { fromDraftContent } from '../../contract/typed-form.ts'
import { $formKeeping, $formNotice, changeForm, currentForm, keepHere } from './form.ts'
import { forgetHeldFiles } from './held-uploads.ts'
import { saveFormNow } from './save.ts'

/** With what stands here, or with what the account has. */
export function resolveFormConflict(choice: 'mine' | 'theirs'): void {
  const keeping = $formKeeping.get()
  const form = currentForm()
  if (keeping.status !== 'conflict' || !form) return
  const { client_id, revision, content } = keeping.theirs
  const taken = { clientId: client_id, revision }
  $formNotice.set(null)
  if (choice === 'mine') {
    $formKeeping.set({ status: 'device' })
    changeForm(form.clientId, taken)
    saveFormNow()
    return
  }
  forgetHeldFiles(form.content)
  changeForm(form.clientId, { ...taken, content: fromDraftContent(content) })
  const now = currentForm()
  if (now) keepHere(now, true)
  $formKeeping.set({ status: 'account' })
}
