/** Opens and clears a form: a new application, or the amendment of one. */
import { ask } from '../../api/ask.ts'
import { explainError } from '../../api/errors.ts'
import { dropKeptDraft, readSentForm, type SentForm } from '../../browser/kept/kept-drafts.ts'
import { together } from '../../browser/together.ts'
import { readProfile } from '../../contract/account/company-profile.ts'
import {
  deleteFormDraft,
  type FormContent,
  type FormKind,
  readFormDraft,
} from '../../contract/orders/form-draft.ts'
import { type TypedForm, toDraftContent } from '../../forms/typed-form.ts'
import { sameContent } from '../../rules/orders/same-content.ts'
import { HOUR_MS } from '../../rules/time/durations.ts'
import { createOpening, type Entry } from '../drafts/opening.ts'
import { handleSessionEnd } from '../session.ts'
import { $amendment, type ContentOf, readAmended, startAmendment } from './amendment.ts'
import {
  $form,
  $formNotice,
  $formSync,
  $sentBefore,
  currentForm,
  desk,
  formKind,
  type Sent,
  sayOfForm,
  sentUnder,
  sync,
} from './form.ts'
import { asKept, dropAmendment, followAmendment, meetKept, readKeptAmendment } from './keep-amendment.ts'
import { forgetPendingFiles, stopUpload, uploadPendingFiles } from './uploads.ts'

export interface FormEntry extends Entry {
  kind: FormKind
  contentOf: ContentOf
}

const SENT_SHOWN_MS = 24 * HOUR_MS

const opening = createOpening<TypedForm, FormContent, Sent, FormEntry>(desk, sync, {
  onOpening({ kind, companyId, poid }) {
    $sentBefore.set(poid === null ? recentlySent(formKind(kind), companyId) : null)
    if (poid === null || companyId !== null) $amendment.set(null)
  },
  putOver: ({ texts, files }, early) => ({
    texts: { ...texts, ...withoutBlank(early.texts) },
    files: [...files, ...early.files],
  }),
  readDraft: async ({ kind }) => (await ask(readFormDraft, { params: { kind: formKind(kind) } })).draft,
  draftWords: '账户中的草稿',
  prefill,
  async openAmendment({ poid, contentOf }, place, kept, isAsked) {
    if (poid === null) return
    const [read, draft] = await Promise.all([
      readAmended({ companyId: place.companyId, poid }, contentOf),
      readKeptAmendment(poid),
    ])
    if (!isAsked()) return
    const said = read.status === 'read' ? { revision: read.order.revision, content: read.content } : undefined
    const isOwn = kept?.saved === false
    const isOther = draft && said && !isOwn && !sameContent(draft.content, toDraftContent(said.content))
    const taken = isOther ? asKept(draft, said, desk.blankForm(place).clientId) : kept
    startAmendment(place, taken, read, opening.start)
    if (draft && said) meetKept(draft)
  },
  onDropped: forgetPendingFiles,
  onReady: uploadPendingFiles,
  onLeft: stopUpload,
  sentUnder,
})

export const { openForm, reopenForm } = opening

/** Follows logins and other tabs while the page shows the form. */
export function followForm(): () => void {
  return together(opening.followForm(), followAmendment())
}

function recentlySent(kind: FormKind, companyId: number | null): SentForm | null {
  const sent = readSentForm(kind)
  return sent?.company_id === companyId && Date.now() - sent.at < SENT_SHOWN_MS ? sent : null
}

/** Prefills from 企业档案. */
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

/** Clears everything, here and in the account. */
export async function clearForm(): Promise<void> {
  const form = currentForm()
  if (!form) return
  $formNotice.set(null)
  opening.beginBlank(form)
  if (!sync.isForAccount(form)) return
  try {
    // A running save would restore what is deleted before it arrives.
    await sync.afterSaving(() => ask(deleteFormDraft, { params: { kind: formKind(form.kind) } }))
  } catch (error) {
    if (!handleSessionEnd(error)) sayOfForm(`账户中的草稿删除失败：${explainError(error)}`)
  }
}

/** The application stays as submitted. */
export function discardAmendment(): void {
  const state = $form.get()
  const form = state.status === 'missing' ? state.kept : currentForm(state)
  if (!form || form.poid === null) return
  forgetPendingFiles(form.content)
  dropKeptDraft(form)
  dropAmendment(form.poid)
  $formNotice.set(null)
  $formSync.set({ status: 'blank' })
  if (state.status === 'missing') $form.set({ ...state, kept: null })
  else opening.reopenForm()
}
