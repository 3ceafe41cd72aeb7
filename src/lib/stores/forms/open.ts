/** Opens and clears a form: a new application, or the amendment of one. */
import { ask } from '../../api/ask.ts'
import { explainError } from '../../api/errors.ts'
import { dropKeptDraft, readSentForm, type SentForm } from '../../browser/kept/kept-drafts.ts'
import { readProfile } from '../../contract/account/company-profile.ts'
import {
  deleteFormDraft,
  type FormContent,
  type FormDraft,
  type FormKind,
  readFormDraft,
} from '../../contract/orders/form-draft.ts'
import type { TypedForm } from '../../forms/typed-form.ts'
import { HOUR_MS } from '../../rules/time/durations.ts'
import { createOpening, type DraftAddress } from '../drafts/opening.ts'
import { handleSessionEnd } from '../session.ts'
import { $amendment, type ContentOf, readAmended, startAmendment } from './amendment.ts'
import {
  $formNotice,
  $formSync,
  $sentBefore,
  currentForm,
  draftForm,
  draftOf,
  type Form,
  formKind,
  type Sent,
  sayOfForm,
  sentUnder,
  sync,
} from './form.ts'
import { forgetPendingFiles, uploadPendingFiles } from './uploads.ts'

export interface FormEntry extends DraftAddress {
  kind: FormKind
  contentOf: ContentOf
}

const SENT_SHOWN_MS = 24 * HOUR_MS

const opening = createOpening<TypedForm, FormContent, Sent, FormEntry>(draftForm, sync, {
  onOpening({ kind, companyId, poid }) {
    $sentBefore.set(poid === null ? recentlySent(formKind(kind), companyId) : null)
    if (poid === null || companyId !== null) $amendment.set(null)
  },
  putOver: ({ texts, files }, early) => ({
    texts: { ...texts, ...withoutBlank(early.texts) },
    files: [...files, ...early.files],
  }),
  readDraft,
  draftWords: '账户中的草稿',
  prefill,
  async openAmendment({ poid, contentOf }, place, kept, isAsked) {
    if (poid === null) return false
    const [read, draft] = await Promise.all([
      readAmended({ companyId: place.companyId, poid }, contentOf),
      readDraft(place).catch((error: unknown) => {
        handleSessionEnd(error)
        return undefined
      }),
    ])
    if (isAsked()) startAmendment(place, { kept, draft }, read, opening.start)
    return read.status === 'read' && kept?.saved === false
  },
  onReady: uploadPendingFiles,
  sentUnder,
})

export const { openForm, reopenForm, followForm } = opening

/** Until the account has deleted a draft. */
let deleting: Promise<void> = Promise.resolve()

async function readDraft(place: Pick<Form, 'kind' | 'poid'>): Promise<FormDraft | null> {
  // One that is being given up is none.
  await deleting
  return (await ask(readFormDraft, draftOf(place))).draft
}

/** Deletes the account's draft: one that is being saved would come back if it arrived later. */
function deleteDraft(form: Form): void {
  deleting = sync
    .afterSaving(() => ask(deleteFormDraft, draftOf(form)))
    .catch((error: unknown) => {
      if (!handleSessionEnd(error)) sayOfForm(`账户中的草稿删除失败：${explainError(error)}`)
    })
}

function recentlySent(kind: FormKind, companyId: number | null): SentForm | null {
  const sent = readSentForm(kind)
  return sent?.company_id === companyId && Date.now() - sent.at < SENT_SHOWN_MS ? sent : null
}

async function prefill() {
  try {
    const { profile } = await ask(readProfile, {})
    const { name, credit_code, legal_person, contact, phone } = profile
    // A default name means nothing.
    const company_name = credit_code || legal_person ? name : ''
    const known = withoutBlank({ company_name, credit_code, legal_person, contact, phone })
    const fill = ({ texts, files }: TypedForm) => ({ texts: { ...known, ...withoutBlank(texts) }, files })
    return { fill, words: '企业信息取自企业档案，请核对。' }
  } catch (error) {
    if (!handleSessionEnd(error))
      sayOfForm(`企业档案加载失败：${explainError(error)}。您可以自行填写。`, 'hint')
    return undefined
  }
}

function withoutBlank(texts: TypedForm['texts']): TypedForm['texts'] {
  return Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== ''))
}

export async function clearForm(): Promise<void> {
  const form = currentForm()
  if (!form) return
  $formNotice.set(null)
  opening.beginBlank(form)
  if (form.companyId === null) return
  deleteDraft(form)
  await deleting
}

export function discardAmendment(): void {
  const form = currentForm()
  if (!form || form.poid === null) return
  forgetPendingFiles(form.content)
  dropKeptDraft(form)
  deleteDraft(form)
  $formNotice.set(null)
  $formSync.set({ status: 'blank' })
  opening.reopenForm()
}
