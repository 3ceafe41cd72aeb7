/** A form that was opened meets the draft in the account, and the company's profile when there is none. */
import { ask } from '../../api/ask.ts'
import { explainError } from '../../api/errors.ts'
import { dropKeptForm, type FormPlace } from '../../browser/kept-form.ts'
import { readProfile } from '../../contract/account/company-profile.ts'
import { type FormDraft, readFormDraft } from '../../contract/orders/form-draft.ts'
import { fromDraftContent, type TypedForm } from '../../forms/typed-form.ts'
import { endedByRefusal } from '../session.ts'
import {
  $form,
  $formKeeping,
  blankForm,
  changeForm,
  currentForm,
  type Form,
  keepHere,
  noteReplaced,
  sayOfForm,
} from './form.ts'
import { forgetHeldFiles } from './held-uploads.ts'
import { meetDraft, saveFormNow } from './save.ts'

/** Without an answer of the account one can write all the same. */
export async function meetAccount(place: FormPlace): Promise<void> {
  try {
    const { draft } = await ask(readFormDraft, { params: { kind: place.kind } })
    const form = currentForm()
    if (form?.companyId !== place.companyId || form.poid !== null) return
    const isUnsaved = $formKeeping.get().status === 'device'
    if (!isUnsaved && draft) resume(form, draft)
    else if (draft && !isSeen(form, draft)) meetDraft(form, draft)
    else if (isUnsaved) await saveUnsaved(form, draft)
    else await beginFresh(form)
  } catch (error) {
    if (!endedByRefusal(error))
      sayOfForm(`没有读到账户里的草稿：${explainError(error)}。您可以先填写。`, 'hint')
  }
}

function isSeen({ clientId, revision }: Form, draft: FormDraft): boolean {
  return draft.client_id === clientId && draft.revision === revision
}

function resume({ clientId, content: former }: Form, { client_id, revision, content }: FormDraft): void {
  changeForm(clientId, { clientId: client_id, revision, content: fromDraftContent(content, former.files) })
  const form = currentForm()
  if (!form) return
  keepHere(form, true)
  $formKeeping.set({ status: 'account' })
  noteReplaced(former, form.content)
}

/** The draft on top of which this was written may be gone. */
async function saveUnsaved({ clientId, revision }: Form, draft: FormDraft | null): Promise<void> {
  if (draft === null && revision > 0) changeForm(clientId, { revision: 0 })
  await saveFormNow()
}

/** Nothing here and nothing there, or what was here has been submitted or deleted elsewhere. */
async function beginFresh(form: Form): Promise<void> {
  if (form.revision > 0) {
    forgetHeldFiles(form.content)
    dropKeptForm(form)
    const blank = blankForm(form)
    $form.set({ status: 'writing', form: blank })
    $formKeeping.set({ status: 'blank' })
    noteReplaced(form.content, blank.content)
  }
  await prefill()
}

/** The company as it describes itself in 企业档案. */
async function prefill(): Promise<void> {
  const before = currentForm()
  if (!before) return
  const profile = await ask(readProfile, {})
    .then((answer) => answer.profile)
    .catch((error: unknown) => {
      if (!endedByRefusal(error))
        sayOfForm(`没有读到企业档案：${explainError(error)}。您可以自己填写。`, 'hint')
    })
  const form = currentForm()
  if (!profile || form?.clientId !== before.clientId) return
  const { name, credit_code, legal_person, contact, phone } = profile
  const texts: Record<string, string> = { credit_code, legal_person, contact, phone }
  // A name that nobody has given it yet says nothing.
  if (credit_code || legal_person) texts['company_name'] = name
  const missing = Object.entries(texts).filter(([field, text]) => text !== '' && !form.content.texts[field])
  if (missing.length === 0) return
  const content = {
    ...form.content,
    texts: { ...Object.fromEntries(missing), ...dropBlank(form.content.texts) },
  }
  changeForm(form.clientId, { content })
  sayOfForm('企业信息取自企业档案，请核对。', 'hint')
}

function dropBlank(texts: TypedForm['texts']): TypedForm['texts'] {
  return Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== ''))
}
