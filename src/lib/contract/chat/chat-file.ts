/** Files beside the chat: the operators' feedback files and the company's own (behaviour B7.7). */
import * as v from 'valibot'
import { defineCall } from '../call.ts'
import { attachedName } from '../documents/document-name.ts'
import { fileSize, hashName, scanState } from '../documents/storage.ts'
import { idParam, pageQuery, timestamp } from '../list.ts'
import { paragraph } from '../text.ts'

export const CHAT_FILES_PER_PAGE = 100
export const REMARK_LIMIT = 200

const count = v.pipe(v.number(), v.integer(), v.minValue(0))

export const chatFile = v.object({
  id: v.number(),
  local_name: v.string(),
  hash_name: v.string(),
  size: fileSize,
  scan: scanState,
  remark: v.string(),
  gmt_modified: timestamp,
  startup_name: v.nullable(v.string()),
  admin_name: v.nullable(v.string()),
  advisory_id: v.number(),
})

export type ChatFile = v.InferOutput<typeof chatFile>

export const remark = paragraph('备注', REMARK_LIMIT)

/** An empty or missing remark keeps the present one. */
export const optionalRemark = v.optional(
  v.lazy((given) =>
    typeof given === 'string' && given.trim() === '' ? v.pipe(v.string(), v.trim()) : remark,
  ),
  '',
)

export const fileFields = { local_name: attachedName, hash_name: hashName, remark: optionalRemark }

export const newChatFile = v.object({
  ...fileFields,
  advisory_id: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(0)), 0),
})

export const chatFileAnswer = v.object({ data: chatFile })

/** One page of each list, newest first; `pages` is that of the longer one. */
export const chatFilesAnswer = v.object({
  result: v.object({ admin: v.array(chatFile), customer: v.array(chatFile), page: count, pages: count }),
})

const MODIFY = '/customer/api/v1/chat/file/modify/{id}'

export const listChatFiles = defineCall({
  summary: '咨询中的文件',
  method: 'GET',
  path: '/customer/api/v1/chat/file',
  access: 'company',
  query: v.object({ page: pageQuery }),
  answer: chatFilesAnswer,
})

/** Full: 400 with `overflow: true`. An order of another company: 404. */
export const addChatFile = defineCall({
  summary: '添加我的服务文件',
  method: 'POST',
  path: '/customer/api/v1/chat/file',
  access: 'company',
  body: newChatFile,
  answer: chatFileAnswer,
})

/** Another object, name, remark and order. An operator's file: 403. */
export const changeChatFile = defineCall({
  summary: '更新我的服务文件',
  method: 'PUT',
  path: MODIFY,
  access: 'company',
  params: idParam,
  body: newChatFile,
  answer: chatFileAnswer,
})

export const deleteChatFile = defineCall({
  summary: '删除我的服务文件',
  method: 'DELETE',
  path: MODIFY,
  access: 'company',
  params: idParam,
  answer: v.object({}),
})

/** An empty remark: 400. */
export const remarkChatFile = defineCall({
  summary: '修改服务文件的备注',
  method: 'POST',
  path: '/customer/api/v1/chat/remark/{id}',
  access: 'company',
  params: idParam,
  body: v.object({ remark }),
  answer: chatFileAnswer,
})
