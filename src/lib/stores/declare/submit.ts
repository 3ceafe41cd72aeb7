/** Hands an application for a policy's item in, with the papers that were chosen for it. */
import { ask } from '../../api/ask.ts'
import { FIELD_LABELS, type FieldName, problemsOf, readTyped } from '../../contract/orders/draft.ts'
import { changeOrder } from '../../contract/orders/order.ts'
import { createSubmission } from '../drafts/submission.ts'
import { $declareNotice, $declareSync, desk, formOf, markReady, paramsOf, sync } from './form.ts'
import { attachPrepared, forgetPrepared, preparedNames } from './materials.ts'

const submission = createSubmission(desk, sync, {
  press: '“提交申报”',
  explain: (problems) =>
    `还不能提交，请检查：${Object.keys(problems)
      .map((name) => FIELD_LABELS[name as FieldName])
      .join('、')}`,
})

/** Saves what is not saved yet, then submits. What stands in the way is said; nothing typed is lost. */
export function submitDeclaration(): Promise<void> {
  $declareNotice.set(null)
  return submission.submitForm({
    problemsOf,
    async prepare() {
      for (const name of preparedNames()) markReady(name)
      const form = formOf()
      // What was filled in beforehand and nobody changed is no draft yet.
      if (form && $declareSync.get().status === 'blank') {
        desk.saveLocally(form)
        $declareSync.set({ status: 'device' })
      }
    },
    async obstacleTo({ itemId = 0, orderId }, isSaved) {
      const state = $declareSync.get()
      if (state.status === 'failed') return notYet(state.text)
      if (!isSaved || orderId === undefined) return null
      const trouble = await attachPrepared(itemId, orderId)
      return trouble && notYet(trouble)
    },
    async send(form) {
      const { itemId = 0, orderId = 0, revision, content } = form
      const body = { action: 'submit', fields: readTyped(content).draft, revision } as const
      const { order } = await ask(changeOrder, { params: paramsOf(form, orderId), body })
      forgetPrepared(itemId)
      return order
    },
  })
}

function notYet(why: string): string {
  return `没有提交成功：${why}。填写的内容都在，可以再试。`
}
