/** Beginning again with an empty form. */
import { explainError } from '../../api/errors.ts'
import { dropFormDraft } from '../../api/form-draft.ts'
import { dropKeptForm } from '../../browser/kept-form.ts'
import { endedByRefusal } from '../session.ts'
import {
  $agreed,
  $form,
  $formKeeping,
  $formNotice,
  $formProblems,
  blankForm,
  currentForm,
  sayOfForm,
} from './form.ts'
import { forgetHeldFiles } from './held-uploads.ts'
import { isForAccount } from './save.ts'

/** Takes everything back, here and in the account. */
export async function clearForm(): Promise<void> {
  const form = currentForm()
  if (!form) return
  forgetHeldFiles(form.content)
  dropKeptForm(form)
  $formProblems.set({})
  $formNotice.set(null)
  $agreed.set([])
  $form.set({ status: 'writing', form: blankForm(form) })
  $formKeeping.set({ status: 'blank' })
  if (!isForAccount(form)) return
  try {
    await dropFormDraft(form.kind)
  } catch (error) {
    if (!endedByRefusal(error)) sayOfForm(`账户里的草稿没有删除：${explainError(error)}`)
  }
}
