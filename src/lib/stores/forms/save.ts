/** Keeping a form while it is being written: on the device at once, in the account a moment later. */
import * as v from 'valibot'
import { ask } from '../../api/ask.ts'
import { explainError, RefusedError } from '../../api/errors.ts'
import { newClientId } from '../../browser/client-id.ts'
import { readKeptForm } from '../../browser/kept-form.ts'
import { CODES } from '../../contract/envelope.ts'
import { type FormDraft, formDraft, saveFormDraft } from '../../contract/orders/form-draft.ts'
import { getOrder } from '../../contract/orders/order.ts'
import { type TypedForm, toDraftContent } from '../../forms/typed-form.ts'
import { sameContent } from '../../rules/orders/same-content.ts'
import { delaySaving } from '../delayed-save.ts'
import { endedByRefusal } from '../session.ts'
import {
  $form,
  $formKeeping,
  askWhichHolds,
  changeForm,
  clearProblems,
  currentForm,
  type Form,
  finishForm,
  keepHere,
  sayOfForm,
} from './form.ts'

const saving = delaySaving(save)

/** What a refusal brings along when the account has other words. */
const newest = v.object({ draft: v.nullable(formDraft), poid: v.optional(v.number()) })

/** Takes what was typed. It is on the device before the next keystroke. */
export function typeText(name: string, text: string): void {
  clearProblems([name])
  changeContent(({ texts, files }) => ({ texts: { ...texts, [name]: text }, files }))
}

export function changeContent(change: (content: TypedForm) => TypedForm): void {
  const state = $form.get()
  if (state.status === 'opening') $form.set({ ...state, content: change(state.content) })
  const form = currentForm(state)
  if (!form || $formKeeping.get().status === 'conflict') return
  const changed = { ...form, content: change(form.content) }
  changeForm(form.clientId, changed)
  keepHere(changed)
  $formKeeping.set({ status: 'device' })
  if (isForAccount(changed)) saving.soon()
}

/** Corrections of an application stay on the device: the account has the application itself. */
export function isForAccount({ companyId, poid }: Form): boolean {
  return companyId !== null && poid === null
}

/** Brings what was typed into the account. True when all of it is there. */
export function saveFormNow(): Promise<boolean> {
  return saving.now()
}

/** Changes the account's draft in another way, in its turn. */
export function afterSaving(work: () => Promise<unknown>): Promise<void> {
  return saving.after(work)
}

async function save(): Promise<boolean> {
  const form = currentForm()
  if (!form || !isForAccount(form) || $formKeeping.get().status === 'conflict') return false
  if ($formKeeping.get().status !== 'device' && $formKeeping.get().status !== 'failed') return true
  const { kind, clientId: client_id, revision, content } = form
  $formKeeping.set({ status: 'saving' })
  try {
    const body = { client_id, revision, content: toDraftContent(content) }
    const { draft } = await ask(saveFormDraft, { params: { kind }, body })
    return settle(form, draft)
  } catch (error) {
    meetRefusal(form, error)
    return false
  }
}

/** What was typed meanwhile stays on the device until the next time. */
function settle({ clientId, content }: Form, { revision }: FormDraft): boolean {
  changeForm(clientId, { revision })
  const now = currentForm()
  if (now?.clientId !== clientId) return false
  const isNewest = now.content === content
  keepHere(now, isNewest)
  $formKeeping.set({ status: isNewest ? 'account' : 'device' })
  if (!isNewest) saving.soon()
  return isNewest
}

function meetRefusal(form: Form, error: unknown): void {
  // Cleared or handed in meanwhile: nothing of it is shown any more.
  if (currentForm()?.clientId !== form.clientId) {
    endedByRefusal(error)
    return
  }
  const read = newestIn(error)
  if (read) meetNewest(form, read)
  else if (endedByRefusal(error)) $formKeeping.set({ status: 'failed', text: '登录已过期，登录后会接着保存' })
  else $formKeeping.set({ status: 'failed', text: explainError(error) })
}

/** What the account has, where a refusal says so. */
export function newestIn(error: unknown): v.InferOutput<typeof newest> | undefined {
  if (!(error instanceof RefusedError) || error.code !== CODES.conflict) return undefined
  const read = v.safeParse(newest, error.fields)
  return read.success ? read.output : undefined
}

function meetNewest(form: Form, { draft, poid }: v.InferOutput<typeof newest>): void {
  if (poid !== undefined) meetSubmission(form, poid)
  else if (draft === null) beginAgain(form)
  else meetDraft(form, draft)
}

/** The account's draft, where it is not what this page knew: another tab's of this device, or somebody else's. */
export function meetDraft(form: Form, theirs: FormDraft): void {
  const kept = readKeptForm(form)
  const isOurs = kept?.client_id === theirs.client_id && kept.revision === theirs.revision
  if (!isOurs && !isInDraft(form, theirs)) {
    askWhichHolds(theirs)
    return
  }
  changeForm(form.clientId, { clientId: theirs.client_id, revision: theirs.revision })
  $formKeeping.set({ status: 'device' })
  saveFormNow()
}

/** Whether the account's draft says what stands here. */
export function isInDraft({ content }: Form, draft: FormDraft): boolean {
  return sameContent(toDraftContent(content), draft.content)
}

/** The draft was deleted elsewhere; the words are still here and become a new one. */
function beginAgain(form: Form): void {
  changeForm(form.clientId, { revision: 0, clientId: newClientId() })
  $formKeeping.set({ status: 'device' })
  sayOfForm('这份草稿已在别处删除。您填写的内容还在这里，会另存为一份新的。', 'hint')
  saveFormNow()
}

/** Somebody of the company handed it in meanwhile. */
async function meetSubmission(form: Form, poid: number): Promise<void> {
  if (form.companyId === null) return
  const params = { companyId: form.companyId, orderId: poid }
  const { order } = await ask(getOrder, { params }).catch(() => ({ order: { id: poid, receipt_no: null } }))
  finishForm(form, order, false)
}
