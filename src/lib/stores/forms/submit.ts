/** Handing a form in: once, however often it is pressed, in however many tabs, and whatever becomes of the answers. */
import { ask } from '../../api/ask.ts'
import { explainError, RefusedError } from '../../api/errors.ts'
import type { InputOf } from '../../contract/call.ts'
import { CODES } from '../../contract/envelope.ts'
import { addAdditional } from '../../contract/orders/additional.ts'
import type { FormDraft } from '../../contract/orders/form-draft.ts'
import type { Order } from '../../contract/orders/order.ts'
import { type FormFile, fileField, type Problems, type TypedForm } from '../../forms/typed-form.ts'
import { askForLoginAgain } from '../login.ts'
import { orderIn } from '../orders/refused-order.ts'
import { endedByRefusal, ensureLoggedIn } from '../session.ts'
import { type ContentOf, isAwaited, meetOrder } from './correction.ts'
import {
  $form,
  $formKeeping,
  $formReplacements,
  askWhichHolds,
  changeForm,
  currentForm,
  type Form,
  finishForm,
  formOpened,
  keepHere,
  sayOfForm,
  showProblems,
} from './form.ts'
import { forgetHeldFiles, markGone, uploadHeldFiles } from './held-uploads.ts'
import { isInDraft, newestIn, saveFormNow } from './save.ts'

export interface FormRules {
  problemsOf: (form: TypedForm) => Problems
  /** Whether files of this material are handed in, not only kept. */
  isSent: (slot: string, form: TypedForm) => boolean
  /** Only for a form without problems. */
  toBody: (form: TypedForm) => InputOf<typeof addAdditional>['body']
  contentOf: ContentOf
  /** What else the page shows may be old. */
  onRefused?: () => void
}

/** The last one holds: one that was held back is not gone on with. */
let submissions = 0

/** False: something is wrong or missing, and it is said where. */
export function checkForm(problems: Problems): boolean {
  showProblems(problems)
  const isRight = Object.keys(problems).length === 0
  if (!isRight) sayOfForm(`有 ${Object.keys(problems).length} 处需要修改，已在下面标出。`)
  return isRight
}

/** What stands in the way is said; nothing typed is lost. */
export async function submitForm(rules: FormRules): Promise<void> {
  await formOpened()
  const state = $form.get()
  if (state.status !== 'writing' || $formKeeping.get().status === 'conflict') return
  if (!checkForm(rules.problemsOf(state.form.content))) return
  if (!(await ensureLoggedIn())) {
    sayOfForm('登录后请核对内容，再按一次提交。填写的内容都在。', 'hint')
    return
  }
  const form = currentForm()
  if (!form || form.companyId === null || $form.get().status !== 'writing') return
  submissions += 1
  const own = submissions
  const replaced = $formReplacements.get()
  $form.set({ status: 'submitting', form, isSending: false })
  await uploadHeldFiles()
  // What is handed in is the account's newest, or somebody has to choose.
  if (own === submissions) await saveFormNow()
  const now = currentForm()
  if (own !== submissions || !now || $form.get().status !== 'submitting') return
  const { content } = now
  const problems = rules.problemsOf(content)
  if (replaced !== $formReplacements.get()) {
    showProblems(problems)
    return stopAt('还没有提交：填写的内容换成了另一份。请核对，再按一次提交。')
  }
  if (Object.keys(problems).length > 0) {
    goBack()
    checkForm(problems)
    return
  }
  if (content.files.some(({ slot, hash_name }) => hash_name === null && rules.isSent(slot, content))) {
    return stopAt('有文件没有上传成功，原因写在文件旁边。')
  }
  $form.set({ status: 'submitting', form: now, isSending: true })
  await send(now, rules)
}

/** 先不提交: back to writing while files still go up; they go on. */
export function holdSubmission(): void {
  const state = $form.get()
  if (state.status !== 'submitting' || state.isSending) return
  submissions += 1
  goBack()
}

async function send(form: Form, rules: FormRules): Promise<void> {
  const { clientId: client_id, poid, revision, content } = form
  try {
    const body = { ...rules.toBody(content), client_id, revision, ...(poid !== null && { poid }) }
    const { data: order } = await ask(addAdditional, { body })
    // What it does not hand in need not go up any more.
    forgetHeldFiles(content)
    finishForm(form, order, true)
  } catch (error) {
    await meetRefusal(form, error, rules)
  }
}

function goBack(): void {
  const form = currentForm()
  if (form) $form.set({ status: 'writing', form })
}

function stopAt(words: string): void {
  goBack()
  sayOfForm(words)
}

async function meetRefusal(form: Form, error: unknown, rules: FormRules): Promise<void> {
  const newest = newestIn(error)
  if (newest?.draft) return meetDraftOf(form, newest.draft, rules)
  const order = orderIn(error)
  const theirs = order && rules.contentOf(order)
  keepHere(form)
  if (order && theirs && isAwaited(order)) return meetCorrected(form, order, theirs)
  const gone = goneIn(form, error)
  if (gone) return stopAtGone(gone)
  if (!endedByRefusal(error)) {
    if (error instanceof RefusedError) rules.onRefused?.()
    const again = error instanceof RefusedError ? '' : '，可以再试'
    return stopAt(`没有提交成功：${explainError(error)}。填写的内容都在${again}。`)
  }
  stopAt('登录已过期，还没有提交。登录后请再按一次提交，填写的内容都在。')
  askForLoginAgain()
}

/** The account's draft is newer: by other words, or only because the answer to the last saving was lost. */
async function meetDraftOf(form: Form, draft: FormDraft, rules: FormRules): Promise<void> {
  if (!isInDraft(form, draft) || draft.revision === form.revision) {
    goBack()
    askWhichHolds(draft)
    return
  }
  const seen = { ...form, revision: draft.revision }
  changeForm(form.clientId, { revision: draft.revision })
  await send(seen, rules)
}

/** The application that is corrected has gone on since this page read it. */
function meetCorrected(form: Form, order: Order, theirs: TypedForm): void {
  goBack()
  $formKeeping.set({ status: 'device' })
  meetOrder(form, order, theirs)
  if ($formKeeping.get().status === 'conflict') return
  sayOfForm('还没有提交：这份申请刚有新的进展。请看上面需要补充的内容，核对后再按一次提交。')
}

function goneIn({ content }: Form, error: unknown): FormFile | undefined {
  if (!(error instanceof RefusedError) || error.code !== CODES.none) return undefined
  return content.files.find(({ hash_name }) => hash_name !== null && hash_name === error.fields['hash_name'])
}

function stopAtGone({ slot, local_name, hash_name }: FormFile): void {
  if (hash_name !== null) markGone(hash_name)
  goBack()
  checkForm({ [fileField(slot)]: `“${local_name}”已不在企业文件里，请移除后重新选择` })
}
