/** Handing an application in: once, however often it is pressed and whatever becomes of the answers. */
import { ask } from '../../api/ask.ts'
import { explainError } from '../../api/errors.ts'
import { FIELD_LABELS, type FieldName, problemsOf, readTyped } from '../../contract/orders/draft.ts'
import { changeOrder, getOrder } from '../../contract/orders/order.ts'
import { askForLoginAgain } from '../login.ts'
import { orderIn } from '../orders/refused-order.ts'
import { endedByRefusal, ensureLoggedIn } from '../session.ts'
import {
  $declare,
  $declareNotice,
  $fieldProblems,
  $keeping,
  type Form,
  finish,
  formOf,
  keepHere,
  say,
} from './form.ts'
import { attachPrepared, forgetPrepared, preparedNames } from './materials.ts'
import { isGone, loseOrder, markReady, meet, saveNow } from './save.ts'

/** Saves what is not saved yet, then submits. What stands in the way is said; nothing typed is lost. */
export async function submitDeclaration(): Promise<void> {
  const state = $declare.get()
  if (state.status !== 'writing') return
  $declareNotice.set(null)
  const problems = problemsOf(state.form.fields)
  $fieldProblems.set(problems)
  const wrong = Object.keys(problems) as FieldName[]
  if (wrong.length > 0) {
    say(`还不能提交，请检查：${wrong.map((name) => FIELD_LABELS[name]).join('、')}`)
    return
  }
  if (!(await ensureLoggedIn())) {
    say('登录后请核对内容，再按一次“提交申报”。填写的内容都在。', 'hint')
    return
  }
  for (const name of preparedNames()) markReady(name)
  await handIn()
}

async function handIn(): Promise<void> {
  const before = formOf()
  if (!before || before.companyId === null || $keeping.get().status === 'conflict') return
  $declare.set({ status: 'submitting', form: before })
  const needsDraft = before.order === null
  if (needsDraft && $keeping.get().status !== 'failed') $keeping.set({ status: 'device' })
  if (!(await saveNow())) return stopAt($keeping.get().status === 'failed' ? failedWords() : null)
  const form = formOf()
  if (!form?.order || form.companyId === null) return stopAt(null)
  try {
    const { id, revision } = form.order
    const trouble = await attachPrepared(form.itemId, id)
    if (trouble) return stopAt(trouble)
    const { draft } = readTyped(form.fields)
    const params = { companyId: form.companyId, orderId: id }
    const body = { action: 'submit', fields: draft, revision } as const
    finish(form, (await ask(changeOrder, { params, body })).order, true)
    forgetPrepared(form.itemId)
  } catch (error) {
    await meetRefusal(form, error)
  }
}

function failedWords(): string | null {
  const keeping = $keeping.get()
  return keeping.status === 'failed' ? keeping.text : null
}

/** Back to writing. */
function stopAt(words: string | null): void {
  const form = formOf()
  if (form) $declare.set({ status: 'writing', form })
  if (words) say(`没有提交成功：${words}。填写的内容都在，可以再试。`)
}

async function meetRefusal(form: Form, error: unknown): Promise<void> {
  keepHere(form)
  stopAt(null)
  const theirs = orderIn(error)
  if (endedByRefusal(error)) {
    say('登录已过期，还没有提交。登录后请再按一次“提交申报”，填写的内容都在。')
    askForLoginAgain()
  } else if (theirs) meet(form, theirs)
  else if (isGone(error) && (await isOrderGone(form))) loseOrder(form)
  else say(`没有提交成功：${explainError(error)}。填写的内容都在。`)
}

/** What is gone may be the policy or the draft: the draft can be looked up. */
async function isOrderGone({ companyId, order }: Form): Promise<boolean> {
  if (companyId === null || !order) return false
  return ask(getOrder, { params: { companyId, orderId: order.id } }).then(() => false, isGone)
}
