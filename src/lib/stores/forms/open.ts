/** Opening a form: what this device keeps, what the account has, what the company's profile says; and following both. */
import { fetchCompanyProfile } from '../../api/company-profile.ts'
import { explainError } from '../../api/errors.ts'
import { dropFormDraft, fetchFormDraft } from '../../api/form-draft.ts'
import { fetchOrder } from '../../api/order.ts'
import { hearKept } from '../../browser/kept-events.ts'
import {
  dropKeptForm,
  FORM_KEYS,
  type FormPlace,
  type KeptForm,
  readKeptForm,
  readSentForm,
} from '../../browser/kept-form.ts'
import type { FormDraft } from '../../contract/form-draft.ts'
import type { Order } from '../../contract/order.ts'
import { fromDraftContent, type TypedForm } from '../../contract/typed-form.ts'
import { nextStates, stateName } from '../../rules/order-states.ts'
import { $companyId, endedByRefusal, ensureLoggedIn, knowSession } from '../session.ts'
import { uploadHeldFiles } from './files.ts'
import {
  $agreed,
  $form,
  $formKeeping,
  $formNotice,
  $formProblems,
  $sentBefore,
  blankForm,
  changeForm,
  currentForm,
  type Form,
  formFrom,
  isBlank,
  keepHere,
  sayOfForm,
  sentUnder,
  typedIn,
} from './form.ts'
import { changeContent, isForAccount, meetDraft, saveFormNow } from './save.ts'

export type FormEntry = Omit<FormPlace, 'companyId'> & {
  /** The texts of an application that was sent, for the form that corrects it. */
  contentOf: (order: Order) => TypedForm | null
}

const SENT_SHOWN_MS = 24 * 3_600_000

let entry: FormEntry | undefined

/** Shows what there is; what was typed before it was there is put over it. */
export async function openForm(opened: FormEntry): Promise<void> {
  entry = opened
  const { kind, poid } = opened
  await (poid === null ? knowSession() : ensureLoggedIn())
  const companyId = $companyId.get()
  const place = { kind, companyId, poid }
  const sent = readSentForm(kind)
  const isRecent = sent !== undefined && sent.company_id === companyId && Date.now() - sent.at < SENT_SHOWN_MS
  $sentBefore.set(isRecent ? sent : null)
  const kept = keptFor(place)
  if (poid !== null && companyId !== null && !kept) {
    const content = await readOrder(companyId, poid, opened)
    if (content) start(place, { ...keptOf(blankForm(place)), content })
  } else if (poid === null || kept) start(place, kept)
  if (poid === null && companyId !== null) await meetAccount(place)
}

/**
 * What this device keeps. What was written before the login now belongs to the company; where the account has another
 * draft, the person is asked which one holds.
 */
function keptFor(place: FormPlace): KeptForm | undefined {
  const own = readKeptForm(place)
  if (place.companyId === null || place.poid !== null || own?.saved === false) return own
  const visitors = { ...place, companyId: null }
  const taken = readKeptForm(visitors)
  if (!taken || isBlank(taken.content)) return own
  dropKeptForm(visitors)
  keepHere(formFrom(place, taken))
  return taken
}

function keptOf({ clientId, revision, content }: Form): KeptForm {
  return { client_id: clientId, revision, saved: true, content }
}

function start(place: FormPlace, kept: KeptForm | undefined): void {
  const early = typedIn()
  const form = kept ? formFrom(place, kept) : blankForm(place)
  $formKeeping.set({ status: kept ? keepingOf(kept, place) : 'blank' })
  $form.set({ status: 'writing', form })
  if (isBlank(early)) return
  const typed = Object.entries(early.texts).filter(([, text]) => text !== '')
  changeContent(({ texts, files }) => ({
    texts: { ...texts, ...Object.fromEntries(typed) },
    files: [...files, ...early.files],
  }))
}

function keepingOf({ saved }: KeptForm, { companyId, poid }: FormPlace): 'account' | 'device' | 'blank' {
  if (poid !== null) return saved ? 'blank' : 'device'
  return saved && companyId !== null ? 'account' : 'device'
}

/** What the application says that is to be corrected. Null: it cannot be, and why is in the state. */
async function readOrder(
  companyId: number,
  poid: number,
  { kind, contentOf }: FormEntry,
): Promise<TypedForm | null> {
  try {
    const order = await fetchOrder(companyId, poid)
    const content = order.kind === kind ? contentOf(order) : null
    if (content && nextStates(kind, order.state, 'company').includes('submitted')) return content
    const why = content ? `这份申请${stateName(order.state)}，不能修改。` : '没有找到这份申请。'
    $form.set({ status: 'missing', text: why })
  } catch (error) {
    endedByRefusal(error)
    $form.set({ status: 'missing', text: explainError(error) })
  }
  return null
}

/** What the account has. Without an answer one can write all the same. */
async function meetAccount(place: FormPlace): Promise<void> {
  try {
    const draft = await fetchFormDraft(place.kind)
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
  if (form) keepHere(form, true)
  $formKeeping.set({ status: 'account' })
}

/** The draft on top of which this was written may be gone. */
async function saveUnsaved({ clientId, revision }: Form, draft: FormDraft | null): Promise<void> {
  if (draft === null && revision > 0) changeForm(clientId, { revision: 0 })
  await saveFormNow()
}

/** Nothing here and nothing there, or what was here has been submitted or deleted elsewhere. */
async function beginFresh(form: Form): Promise<void> {
  if (form.revision > 0) {
    dropKeptForm(form)
    $form.set({ status: 'writing', form: blankForm(form) })
    $formKeeping.set({ status: 'blank' })
  }
  await prefill()
}

/** The company as it describes itself in 企业档案. */
async function prefill(): Promise<void> {
  const before = currentForm()
  if (!before) return
  const { name, credit_code, legal_person, contact, phone } = (await fetchCompanyProfile()).profile
  const form = currentForm()
  if (form?.clientId !== before.clientId) return
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

/** Takes everything back, here and in the account. */
export async function clearForm(): Promise<void> {
  const form = currentForm()
  if (!form) return
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

/** Follows logins and other tabs for as long as the page shows the form. */
export function followForm(): () => void {
  const stops = [$companyId.listen(meetCompany), hearKept('forms', FORM_KEYS, meetOtherTab)]
  return () => {
    for (const stop of stops) stop()
  }
}

/** Somebody logged in. What a visitor wrote goes with him; another company's words stay where they are. */
function meetCompany(companyId: number | null): void {
  const form = currentForm()
  if (companyId === null || !entry) return
  if (form?.companyId === companyId) {
    if ($formKeeping.get().status === 'failed') $formKeeping.set({ status: 'device' })
    if ($formKeeping.get().status === 'device') saveFormNow()
    uploadHeldFiles()
    return
  }
  $form.set({ status: 'opening', content: { texts: {}, files: [] } })
  openForm(entry)
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
}
