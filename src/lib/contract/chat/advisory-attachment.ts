/** Files attached to an order's consultation. Each side changes its own; both read all. */
import * as v from 'valibot'
import { defineCall } from '../call.ts'
import { idParam, pageOf, pageQuery } from '../list.ts'
import { chatFile, fileFields } from './chat-file.ts'

const rowId = v.pipe(v.number(), v.safeInteger(), v.minValue(1))

export const attachment = v.object({
  ...chatFile.entries,
  group_id: v.number(),
})

export type Attachment = v.InferOutput<typeof attachment>

const attachmentAnswer = v.object({ data: attachment })

/** Names the order, or one of its topics. Full: 400 with `overflow: true`. */
export const addAttachment = defineCall({
  summary: '添加订单咨询的附件',
  method: 'POST',
  path: '/startup/api/v1/advisory/attachment',
  access: 'company',
  body: v.pipe(
    v.object({ ...fileFields, advisory_id: v.optional(rowId), group_id: v.optional(rowId) }),
    v.check(
      ({ advisory_id, group_id }) => (advisory_id === undefined) !== (group_id === undefined),
      '请给出 advisory_id 或 group_id 之一',
    ),
  ),
  answer: attachmentAnswer,
})

export const listAttachments = defineCall({
  summary: '订单咨询的附件',
  method: 'GET',
  path: '/startup/api/v1/advisory/attachments/{id}',
  access: 'company',
  params: idParam,
  query: v.object({ page: pageQuery }),
  answer: v.object({ result: pageOf(attachment) }),
})

/** Another object, name and remark. A file of the other side: 403. */
export const changeAttachment = defineCall({
  summary: '更新订单咨询的附件',
  method: 'PUT',
  path: '/startup/api/v1/advisory/attachment/modify/{id}',
  access: 'company',
  params: idParam,
  body: v.object(fileFields),
  answer: attachmentAnswer,
})

export const downloadAttachment = defineCall({
  summary: '下载订单咨询的附件',
  method: 'GET',
  path: '/startup/api/v1/advisory/attachment/download/{id}',
  access: 'company',
  params: idParam,
  answer: v.object({ download_url: v.pipe(v.string(), v.url()) }),
})

export const deleteAttachment = defineCall({
  summary: '删除订单咨询的附件',
  method: 'DELETE',
  path: '/startup/api/v1/advisory/attachment/delete/{id}',
  access: 'company',
  params: idParam,
  answer: v.object({}),
})
