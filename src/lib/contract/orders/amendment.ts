/** What a company is writing to correct an application that belongs to no policy, until it hands it in again. */
import * as v from 'valibot'
import { defineCall } from '../call.ts'
import { idParam, timestamp } from '../list.ts'
import { draftRevision, formContent } from './form-draft.ts'

export const amendmentDraft = v.object({
  /** The next change sends it back. */
  revision: v.number(),
  /** Of the application, on top of which it was written. */
  order_revision: v.number(),
  content: formContent,
  gmt_modified: timestamp,
})

export type AmendmentDraft = v.InferOutput<typeof amendmentDraft>

const call = {
  path: '/customer/api/v1/additional/{id}/amendment',
  access: 'company',
  params: idParam,
} as const

/** Null: there is none. 404 for an application that is not the company's. */
export const readAmendment = defineCall({
  ...call,
  summary: '还没有提交的修改',
  method: 'GET',
  answer: v.object({ draft: v.nullable(amendmentDraft) }),
})

/**
 * `revision` 0 makes a new one; the same content again changes nothing. 409 if `revision` is not the newest, with the
 * newest `draft`; 409 without one where the application waits for no correction. 400 with `hash_name` for a file whose
 * content is not what its name says.
 */
export const saveAmendment = defineCall({
  ...call,
  summary: '保存还没有提交的修改',
  method: 'PUT',
  body: v.object({ revision: draftRevision, order_revision: draftRevision, content: formContent }),
  answer: v.object({ draft: amendmentDraft }),
})

/** Without one it succeeds, too; 404 for an application that is not the company's. */
export const deleteAmendment = defineCall({
  ...call,
  summary: '放弃还没有提交的修改',
  method: 'DELETE',
  answer: v.object({}),
})
