/** A form on the page follows logins, and what other tabs of this device write. */
import { hearKept } from '../../browser/kept-events.ts'
import { FORM_KEYS, readKeptForm } from '../../browser/kept-form.ts'
import { BLANK_FORM } from '../../forms/typed-form.ts'
import { onAccountLeft } from '../account-left.ts'
import { $companyId, beforeLogout } from '../session.ts'
import { $form, $formKeeping, currentForm, formFrom, noteReplaced, sentUnder } from './form.ts'
import { stopUpload, uploadHeldFiles } from './held-uploads.ts'
import { keepingOf, reopenForm } from './open.ts'
import { saveFormNow } from './save.ts'

/** Follows logins and other tabs for as long as the page shows the form. */
export function followForm(): () => void {
  const stops = [
    onAccountLeft(leaveForm),
    $companyId.listen(meetCompany),
    beforeLogout(saveFormNow),
    hearKept('forms', FORM_KEYS, meetOtherTab),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

/** Somebody logged in. What a visitor wrote goes with him; another company's words stay where they are. */
function meetCompany(companyId: number | null): void {
  if (companyId === null) return
  if (currentForm()?.companyId === companyId) {
    if ($formKeeping.get().status === 'failed') $formKeeping.set({ status: 'device' })
    if ($formKeeping.get().status === 'device') saveFormNow()
    uploadHeldFiles()
    return
  }
  reopenForm()
}

/** Who logged out sees his words no more, nor does who comes after him. */
function leaveForm(): void {
  const form = currentForm()
  if (form?.companyId == null) return
  stopUpload()
  if (form.poid === null) reopenForm()
  else $form.set({ status: 'locked', content: BLANK_FORM })
}

/** Another tab of this device wrote or sent it: this one shows the same. */
function meetOtherTab(): void {
  const form = currentForm()
  if (!form || $form.get().status !== 'writing') return
  const sent = sentUnder(form)
  if (sent) {
    $form.set({ status: 'submitted', sent, here: false })
    return
  }
  const kept = readKeptForm(form)
  if (!kept || $formKeeping.get().status === 'conflict') return
  $form.set({ status: 'writing', form: formFrom(form, kept) })
  $formKeeping.set({ status: keepingOf(kept, form) })
  noteReplaced(form.content, kept.content)
}
