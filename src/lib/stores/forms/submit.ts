/** Submits a form without a policy: a new application, or an amended one. */
import { ask } from '../../api/ask.ts'
import { RefusedError } from '../../api/errors.ts'
import type { InputOf } from '../../contract/call.ts'
import { CODES } from '../../contract/envelope.ts'
import { addAdditional } from '../../contract/orders/additional.ts'
import type { FormContent } from '../../contract/orders/form-draft.ts'
import {
  type FormFile,
  fileField,
  type Problems,
  type TypedForm,
  toDraftContent,
} from '../../forms/typed-form.ts'
import { NOTHING_NEW, sameContent } from '../../rules/orders/same-content.ts'
import { createSubmission } from '../drafts/submission.ts'
import { orderIn } from '../orders/read-order.ts'
import { type ContentOf, isAwaited, meetOrder } from './amendment.ts'
import { $formSync, draftForm, type Form, type Sent, sayOfForm, sync } from './form.ts'
import { forgetPendingFiles, markGone, uploadPendingFiles } from './uploads.ts'

interface FormRules {
  problemsOf: (form: TypedForm) => Problems
  isSent: (slot: string, form: TypedForm) => boolean
  toBody: (form: TypedForm) => InputOf<typeof addAdditional>['body']
  contentOf: ContentOf
  /** Other data on the page may be outdated. */
  onRefused?: () => void
}

const submission = createSubmission<TypedForm, FormContent, Sent>(draftForm, sync, {
  press: '提交',
  explain: (problems) => `有 ${Object.keys(problems).length} 处需要修改，已在下面标出。`,
})

export const { checkForm, pauseSubmission } = submission

export function submitForm(rules: FormRules): Promise<void> {
  return submission.submitForm({
    problemsOf: rules.problemsOf,
    phoneIn: ({ texts }) => texts['phone'],
    prepare: uploadPendingFiles,
    async obstacleTo({ content, poid, base }) {
      const isAsBefore = base && sameContent(toDraftContent(content), toDraftContent(base))
      if (poid !== null && isAsBefore) return NOTHING_NEW
      const isLeft = content.files.some(
        ({ slot, hash_name }) => hash_name === null && rules.isSent(slot, content),
      )
      return isLeft ? '有文件上传失败，原因见文件旁。' : undefined
    },
    async send({ clientId: client_id, poid, revision, orderRevision, content }) {
      const amended = poid === null ? { revision } : { poid, revision: orderRevision }
      const body = { ...rules.toBody(content), client_id, ...amended }
      const { id, receipt_no } = (await ask(addAdditional, { body })).data
      // Files that it does not submit need no upload.
      forgetPendingFiles(content)
      return { poid: id, receipt_no: receipt_no ?? '' }
    },
    meetRefusal(form, error) {
      const order = orderIn(error)
      const content = order && rules.contentOf(order)
      if (order && content && isAwaited(order)) {
        $formSync.set({ status: 'device' })
        meetOrder(form, order, content)
        // The application has changed since this page read it.
        sayOfForm('尚未提交：这份申请有新的进展。请查看上方的内容，核对后再点一次提交。')
        return true
      }
      const gone = goneIn(form, error)
      if (gone) stopAtGone(gone)
      else if (error instanceof RefusedError && error.code !== CODES.notLoggedIn) rules.onRefused?.()
      return gone !== undefined
    },
  })
}

function goneIn({ content }: Form, error: unknown): FormFile | undefined {
  if (!(error instanceof RefusedError) || error.code !== CODES.none) return undefined
  return content.files.find(({ hash_name }) => hash_name !== null && hash_name === error.fields['hash_name'])
}

function stopAtGone({ slot, local_name, hash_name }: FormFile): void {
  if (hash_name !== null) markGone(hash_name)
  checkForm({ [fileField(slot)]: `“${local_name}”已不在企业文件中，请移除后重新选择` })
}
