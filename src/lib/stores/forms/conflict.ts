/** The end of a conflict between two versions of a form. */
import { fromDraftContent } from '../../forms/typed-form.ts'
import { $formKeeping, $formNotice, changeForm, currentForm, keepHere, noteReplaced } from './form.ts'
import { forgetHeldFiles } from './held-uploads.ts'
import { saveFormNow } from './save.ts'

/** With what stands here, or with what the account has: a draft, or the application that is corrected. */
export function resolveFormConflict(choice: 'mine' | 'theirs'): void {
  const keeping = $formKeeping.get()
  const form = currentForm()
  if (keeping.status !== 'conflict' || !form) return
  const { client_id, revision, content } = keeping.theirs
  const elsewhere = fromDraftContent(content)
  const isCorrection = form.poid !== null
  const taken = { clientId: client_id, revision, base: isCorrection ? elsewhere : undefined }
  $formNotice.set(null)
  if (choice === 'mine') {
    $formKeeping.set({ status: 'device' })
    changeForm(form.clientId, taken)
    keepHere({ ...form, ...taken })
    saveFormNow()
    return
  }
  forgetHeldFiles(form.content)
  changeForm(form.clientId, { ...taken, content: elsewhere })
  keepHere({ ...form, ...taken, content: elsewhere }, true)
  $formKeeping.set({ status: isCorrection ? 'blank' : 'account' })
  noteReplaced(form.content, elsewhere)
}
