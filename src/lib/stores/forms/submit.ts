/** Handing a form in: once, however often it is pressed, in however many tabs, and whatever becomes of the answers. */
import { submitAdditional } from '../../api/additional.ts'
import { explainError, RefusedError } from '../../api/errors.ts'
import { fetchOrder } from '../../api/order.ts'
import type { addAdditional } from '../../contract/additional.ts'
import type { InputOf } from '../../contract/call.ts'
import { CODES } from '../../contract/envelope.ts'
import type { Order } from '../../contract/order.ts'
import type { Problems, TypedForm } from '../../contract/typed-form.ts'
import { askForLoginAgain } from '../login.ts'
import { endedByRefusal, ensureLoggedIn } from '../session.ts'
import {
  $form,
  $formKeeping,
  currentForm,
  type Form,
  finishForm,
  formOpened,
  keepHere,
  sayOfForm,
  showProblems,
} from './form.ts'
import { uploadHeldFiles } from './held-uploads.ts'

export interface FormRules {
  problemsOf: (form: TypedForm) => Problems
  /** Whether files of this material are handed in, not only kept. */
  isSent: (slot: string, form: TypedForm) => boolean
  /** Only for a form without problems. */
  toBody: (form: TypedForm) => InputOf<typeof addAdditional>['body']
}

/** False: something is wrong or missing, and it is said where. */
export function checkForm(problems: Problems): boolean {
  showProblems(problems)
  const isRight = Object.keys(problems).length === 0
  if (!isRight) sayOfForm(`有 ${Object.keys(problems).length} 处需要修改，已在下面标出。`)
  return isRight
}

/** What stands in the way is said; nothing typed is lost. */
export async function submitForm({ problemsOf, isSent, toBody }: FormRules): Promise<void> {
  await formOpened()
  const state = $form.get()
  if (state.status !== 'writing' || $formKeeping.get().status === 'conflict') return
  if (!checkForm(problemsOf(state.form.content))) return
  if (!(await ensureLoggedIn())) {
    sayOfForm('登录后请核对内容，再按一次提交。填写的内容都在。', 'hint')
    return
  }
  const form = currentForm()
  if (!form || form.companyId === null || $form.get().status !== 'writing') return
  $form.set({ status: 'submitting', form })
  await uploadHeldFiles()
  const now = currentForm()
  if (!now) return
  const { content } = now
  if (content.files.some(({ slot, hash_name }) => hash_name === null && isSent(slot, content))) {
    return stopAt('有文件没有上传成功，请看“材料”里的说明。')
  }
  await send(now, toBody)
}

async function send(form: Form, toBody: FormRules['toBody']): Promise<void> {
  const { clientId: client_id, poid, content } = form
  try {
    const body = { ...toBody(content), client_id, ...(poid !== null && { poid }) }
    finishForm(form, await submitAdditional(body), true)
  } catch (error) {
    await meetRefusal(form, error)
  }
}

/** Back to writing. */
function stopAt(words: string): void {
  const form = currentForm()
  if (form) $form.set({ status: 'writing', form })
  sayOfForm(words)
}

async function meetRefusal(form: Form, error: unknown): Promise<void> {
  keepHere(form)
  const order = await correctedAlready(form, error)
  if (order) finishForm(form, order, false)
  else if (endedByRefusal(error)) {
    stopAt('登录已过期，还没有提交。登录后请再按一次提交，填写的内容都在。')
    askForLoginAgain()
  } else stopAt(`没有提交成功：${explainError(error)}。填写的内容都在，可以再试。`)
}

/** The corrected application, where an answer was lost or somebody else was quicker. */
async function correctedAlready({ poid, companyId }: Form, error: unknown): Promise<Order | undefined> {
  const isConflict = error instanceof RefusedError && error.code === CODES.conflict
  if (!isConflict || poid === null || companyId === null) return undefined
  return fetchOrder(companyId, poid).catch(() => undefined)
}
