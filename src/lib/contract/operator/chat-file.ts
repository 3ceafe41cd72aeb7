import * as v from 'valibot'
import { defineCall } from '../call.ts'
import { chatFileAnswer, chatFilesAnswer, newChatFile } from '../chat/chat-file.ts'
import { idParam, pageQuery } from '../list.ts'

const FILES = '/operator/api/v1/conversations/{id}/files'
const FILE = '/operator/api/v1/conversations/files/{id}'

export const listFeedbackFiles = defineCall({
  summary: '给企业的反馈文件',
  method: 'GET',
  path: FILES,
  access: 'operator',
  params: idParam,
  query: v.object({ page: pageQuery }),
  answer: chatFilesAnswer,
})

export const addFeedbackFile = defineCall({
  summary: '添加反馈文件',
  method: 'POST',
  path: FILES,
  access: 'operator',
  params: idParam,
  body: newChatFile,
  answer: chatFileAnswer,
})

/** A company's own file: 403. */
export const changeFeedbackFile = defineCall({
  summary: '更新反馈文件',
  method: 'PUT',
  path: FILE,
  access: 'operator',
  params: idParam,
  body: newChatFile,
  answer: chatFileAnswer,
})

export const deleteFeedbackFile = defineCall({
  summary: '删除反馈文件',
  method: 'DELETE',
  path: FILE,
  access: 'operator',
  params: idParam,
  answer: v.object({}),
})
