/** Taking back what was written: a new form, or the correction of an application. */
import { ask } from '../../api/ask.ts'
import { explainError } from '../../api/errors.ts'
import { dropKeptForm } from '../../browser/kept-form.ts'
import { deleteFormDraft } from '../../contract/orders/form-draft.ts'
import { endedByRefusal } from '../session.ts'
import { $form, $formKeeping, $formNotice, blankForm, currentForm, noteReplaced, sayOfForm } from './form.ts'
import { forgetHeldFiles } from './held-uploads.ts'
import { reopenForm } from './open.ts'
import { afterSaving, isForAccount } from './save.ts'

/** Takes everything back, here and in the account. */
export async function clearForm(): Promise<void> {
  const form = currentForm()
  if (!form) return
  forgetHeldFiles(form.content)
  dropKeptForm(form)
  $formNotice.set(null)
  const blank = blankForm(form)
  $form.set({ status: 'writing', form: blank })
  $formKeeping.set({ status: 'blank' })
  noteReplaced(form.content, blank.content)
  if (!isForAccount(form)) return
  try {
    // A saving that is on its way would bring back what is deleted before it arrives.
    await afterSaving(() => ask(deleteFormDraft, { params: { kind: form.kind } }))
  } catch (error) {
    if (!endedByRefusal(error)) sayOfForm(`账户里的草稿没有删除：${explainError(error)}`)
  }
}

/** The application stands as it was handed in. */
export function discardCorrection(): void {
  const state = $form.get()
  const form = state.status === 'missing' ? state.kept : currentForm(state)
  if (!form || form.poid === null) return
  forgetHeldFiles(form.content)
  dropKeptForm(form)
  $formNotice.set(null)
  $formKeeping.set({ status: 'blank' })
  if (state.status === 'missing') $form.set({ ...state, kept: null })
  else reopenForm()
}
