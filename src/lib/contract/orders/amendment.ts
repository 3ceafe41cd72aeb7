/** The company's unsubmitted correction of an application without a policy. */
import * as v from 'valibot'
import { defineCall } from '../call.ts'
import { idParam, timestamp } from '../list.ts'
import { draftRevision, formContent } from './form-draft.ts'

export const amendmentDraft = v.object({
  /** The next change must send it. */
  revision: v.number(),
  /** Revision of the application on which it is based. */
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

/** Null for none. 404 for an application of another company. */
export const readAmendment = defineCall({
  ...call,
  summary: '还没有提交的修改',
  method: 'GET',
  answer: v.object({ draft: v.nullable(amendmentDraft) }),
})

/**
 * `revision` 0 creates one; the same content again changes nothing. 409 if `revision` is old, with the newest `draft`; 409
 * without one if the application needs no correction. 400 with `hash_name` for a file whose content does not match its name.
 */
export const saveAmendment = defineCall({
  ...call,
  summary: '保存还没有提交的修改',
  method: 'PUT',
  body: v.object({ revision: draftRevision, order_revision: draftRevision, content: formContent }),
  answer: v.object({ draft: amendmentDraft }),
})

/** Succeeds also without one; 404 for an application of another company. */
export const deleteAmendment = defineCall({
  ...call,
  summary: '放弃还没有提交的修改',
  method: 'DELETE',
  answer: v.object({}),
})
