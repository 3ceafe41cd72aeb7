/** The text of a form without a policy (贷款申请, 服务商入驻), and its form in the account. */
import { atom } from 'nanostores'
import * as v from 'valibot'
import { ask } from '../../api/ask.ts'
import { RefusedError } from '../../api/errors.ts'
import { keepSentForm, readSentForm, type SentForm } from '../../browser/kept/kept-drafts.ts'
import { dropPendingFiles } from '../../browser/kept/pending-files.ts'
import { CODES } from '../../contract/envelope.ts'
import {
  type FormContent,
  type FormKind,
  formDraft,
  saveFormDraft,
} from '../../contract/orders/form-draft.ts'
import { getOrder } from '../../contract/orders/order.ts'
import {
  BLANK_FORM,
  fileField,
  fromDraftContent,
  type TypedForm,
  toDraftContent,
  typedForm,
} from '../../forms/typed-form.ts'
import { createDraftForm, type Form as FormOf } from '../drafts/draft-form.ts'
import { createSync } from '../drafts/sync.ts'

export type Form = FormOf<TypedForm>
export type Sent = Pick<SentForm, 'poid' | 'receipt_no'>

export function draftOf({ kind, poid }: Pick<Form, 'kind' | 'poid'>) {
  return { params: { kind: formKind(kind) }, query: { poid: poid ?? undefined } }
}

export function formKind(kind: Form['kind']): FormKind {
  return kind as FormKind
}

export const $sentBefore = atom<SentForm | null>(null)

export const draftForm = createDraftForm<TypedForm, Sent>({
  schema: typedForm,
  blank: () => BLANK_FORM,
  isBlank: ({ texts, files }) =>
    files.length === 0 && Object.values(texts).every((text) => text.trim() === ''),
  shownIn: ({ texts, files }) => ({
    texts,
    files: files.map(({ slot, local_name }) => ({ slot, local_name })),
  }),
  onFinished({ kind, clientId, companyId, content }, sent) {
    const own = { client_id: clientId, company_id: companyId ?? 0, at: Date.now() }
    keepSentForm(formKind(kind), { ...sent, ...own })
    // Another page has sent this page's pending files.
    dropPendingFiles(content.files.flatMap(({ pending_id }) => pending_id ?? []))
  },
})

export const {
  $form,
  $sync: $formSync,
  $problems: $formProblems,
  $checks: $formChecks,
  $notice: $formNotice,
  $agreed,
  $replacements: $formReplacements,
  $keepable: $formKeepable,
  isBlank,
  currentForm,
  typedIn,
  formOpened,
  changeForm,
  saveLocally,
  noteReplaced,
  dropOther,
  agree,
  showProblems,
  clearProblems,
  say: sayOfForm,
} = draftForm

const newest = v.object({ draft: v.nullable(formDraft), poid: v.optional(v.number()) })

export const sync = createSync<TypedForm, FormContent, Sent>(draftForm, {
  toSaved: toDraftContent,
  fromSaved: (content, here) => fromDraftContent(content, here?.files),
  async write(form, content) {
    const { clientId: client_id, revision, orderRevision: order_revision } = form
    const body = { client_id, revision, order_revision, content }
    const { draft } = await ask(saveFormDraft, { ...draftOf(form), body }).catch((error: unknown) => {
      takeOutUnlike(content.files, error)
      throw error
    })
    return { status: 'draft', draft }
  },
  async newestIn(error, { companyId }) {
    if (!(error instanceof RefusedError) || error.code !== CODES.conflict) return undefined
    const read = v.safeParse(newest, error.fields)
    if (!read.success || companyId === null) return undefined
    const { draft, poid } = read.output
    if (poid !== undefined) return { status: 'sent', sent: await readSent(companyId, poid) }
    return draft ? { status: 'draft', draft } : { status: 'deleted' }
  },
  afterDeletion: {
    words: '这份草稿已在别处删除。您填写的内容已保留，将另存为新草稿。',
    isSavedAtOnce: true,
  },
})

export const { changeContent, saveNow: saveFormNow, takeNewer } = sync

/** Reports a file whose content does not match its name at its material, and saves the rest without it. */
function takeOutUnlike(files: FormContent['files'], error: unknown): void {
  if (!(error instanceof RefusedError) || error.code !== CODES.invalid) return
  const unlike = files.find(({ hash_name }) => hash_name === error.fields['hash_name'])
  if (!unlike) return
  const { hash_name, slot } = unlike
  sync.changeContent(({ texts, files }) => ({
    texts,
    files: files.filter((each) => each.hash_name !== hash_name),
  }))
  $formProblems.set({ ...$formProblems.get(), [fileField(slot)]: error.message })
}

/** A colleague has submitted it meanwhile. */
async function readSent(companyId: number, poid: number): Promise<Sent> {
  const params = { companyId, orderId: poid }
  const { receipt_no } = await ask(getOrder, { params }).then(
    ({ order }) => order,
    () => ({ receipt_no: null }),
  )
  return { poid, receipt_no: receipt_no ?? '' }
}

export function sentUnder({ kind, clientId }: Form): SentForm | undefined {
  const sent = readSentForm(formKind(kind))
  return sent?.client_id === clientId ? sent : undefined
}

export function typeText(name: string, text: string): void {
  clearProblems([name])
  changeContent(({ texts, files }) => ({ texts: { ...texts, [name]: text }, files }))
}

/** Another product may be another lender's, so consents do not carry over. */
export function chooseProduct(id: string): void {
  typeText('product_id', id)
  agree('agree_pass', false)
}
