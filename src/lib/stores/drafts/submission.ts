/** Submits a form exactly once, despite repeated presses, several tabs and lost answers. */
import { explainError, RefusedError } from '../../api/errors.ts'
import { latest } from '../../browser/latest.ts'
import type { Problems } from '../../forms/typed-form.ts'
import { sameContent } from '../../rules/orders/same-content.ts'
import { $isOnline } from '../kit/online.ts'
import { logInFirst } from '../log-in-first.ts'
import { askForLoginAgain } from '../login.ts'
import { $companyId, handleSessionEnd } from '../session.ts'
import type { AccountDraft, DraftForm, Form } from './draft-form.ts'
import type { Sync } from './sync.ts'

interface Words {
  press: string
  explain: (problems: Problems) => string
}

interface SubmissionRules<Content, Sent> {
  problemsOf: (content: Content) => Problems
  phoneIn: (content: Content) => string | undefined
  doubtAfterLogin?: () => string | undefined
  prepare: () => Promise<unknown> | undefined
  /** Why it cannot be sent yet, in words. Null if that is already shown. */
  obstacleTo: (form: Form<Content>, isSaved: boolean) => Promise<string | null | undefined>
  send: (form: Form<Content>) => Promise<Sent>
  /** Returns whether it handles the refusal with its own message; the form is editable again by then. */
  meetRefusal?: (form: Form<Content>, error: unknown) => boolean
}

export function createSubmission<Content, Saved, Sent>(
  draftForm: DraftForm<Content, Sent>,
  sync: Sync<Content, Saved, Sent>,
  words: Words,
) {
  const { $form, $replacements, $notice, currentForm, say } = draftForm
  const NOT_SENT = `尚未提交：内容已更新，请核对后再点一次${words.press}。`
  /** The last one wins: a paused submission does not continue. */
  const submission = latest()

  function checkForm(problems: Problems): boolean {
    draftForm.showProblems(problems)
    const isRight = Object.keys(problems).length === 0
    if (!isRight) say(words.explain(problems))
    return isRight
  }

  async function submitForm(rules: SubmissionRules<Content, Sent>): Promise<void> {
    await draftForm.formOpened()
    const state = $form.get()
    if (state.status !== 'writing') return
    if (!checkForm(rules.problemsOf(state.form.content))) return
    if (!$isOnline.get()) return waitForLine()
    const replaced = $replacements.get()
    const { other } = state.form
    const isLatest = submission.begin()
    const isOut = $companyId.get() === null
    if (!(await logInFirst(rules.phoneIn(state.form.content)))) {
      if (isLatest()) say('尚未提交，请先登录。填写的内容已保留。', 'hint')
      return
    }
    if (isOut) await draftForm.account.met
    const form = currentForm()
    if (!isLatest() || !form || form.companyId === null || $form.get().status !== 'writing') return
    const doubt = isOut ? rules.doubtAfterLogin?.() : undefined
    if (doubt !== undefined) return say(doubt, 'hint')
    const isPaused = () => !isLatest() || $form.get().status !== 'submitting'
    $form.set({ status: 'submitting', form, isSending: false })
    await rules.prepare()
    if (isPaused()) return
    // Submits the account's newest version, or the person must look at it.
    const isSaved = await sync.saveNow()
    const now = currentForm()
    if (isPaused() || !now) return
    const problems = rules.problemsOf(now.content)
    if (replaced !== $replacements.get() || !sameContent(now.other, other)) {
      draftForm.showProblems(problems)
      return stopAt(NOT_SENT)
    }
    if (Object.keys(problems).length > 0) {
      goBack()
      checkForm(problems)
      return
    }
    const obstacle = await rules.obstacleTo(now, isSaved)
    if (isPaused()) return
    if (obstacle !== undefined) return stopAt(obstacle)
    $form.set({ status: 'submitting', form: now, isSending: true })
    await send(now, rules)
  }

  /** Does not submit automatically later: the person may have left. */
  function waitForLine(): void {
    say(`当前没有网络，尚未提交。填写的内容已保存到本设备，联网后请再点一次${words.press}。`, 'hint')
    const said = $notice.get()
    const stop = $isOnline.listen(() => {
      stop()
      if ($notice.get() === said) say(`网络已恢复，请再点一次${words.press}。`, 'hint')
    })
  }

  /** 先不提交: returns to writing; uploads continue. */
  function pauseSubmission(): void {
    const state = $form.get()
    if (state.status !== 'submitting' || state.isSending) return
    submission.begin()
    goBack()
  }

  async function send(form: Form<Content>, rules: SubmissionRules<Content, Sent>): Promise<void> {
    try {
      draftForm.finishForm(form, await rules.send(form), true)
    } catch (error) {
      await meetRefusal(form, error, rules)
    }
  }

  function goBack(): void {
    const form = currentForm()
    if (form) $form.set({ status: 'writing', form })
  }

  function stopAt(text: string | null): void {
    goBack()
    if (text !== null) say(text)
  }

  async function meetRefusal(
    form: Form<Content>,
    error: unknown,
    rules: SubmissionRules<Content, Sent>,
  ): Promise<void> {
    const newest = await sync.newestIn(error, form)
    if (newest?.status === 'draft') return meetDraft(form, newest.draft, rules)
    draftForm.saveLocally(form)
    goBack()
    if (newest) return sync.meetNewest(form, newest)
    if (rules.meetRefusal?.(form, error)) return
    if (handleSessionEnd(error)) {
      say(`登录已过期，尚未提交。登录后请再点一次${words.press}，填写的内容已保留。`)
      askForLoginAgain()
      return
    }
    const again = error instanceof RefusedError ? '' : '，可以重试'
    say(`提交失败：${explainError(error)}。填写的内容已保留${again}。`)
  }

  /** The account's draft is newer: by other text, or because the answer to the last save was lost. */
  async function meetDraft(
    form: Form<Content>,
    draft: AccountDraft<Saved>,
    rules: SubmissionRules<Content, Sent>,
  ): Promise<void> {
    if (!sync.isInDraft(form, draft) || draft.revision === form.revision) {
      goBack()
      sync.takeNewer(draft)
      return say(NOT_SENT)
    }
    const seen = { revision: draft.revision, orderId: draft.id }
    draftForm.changeForm(form.clientId, seen)
    await send({ ...form, ...seen }, rules)
  }

  return { checkForm, submitForm, pauseSubmission, stopAt }
}
