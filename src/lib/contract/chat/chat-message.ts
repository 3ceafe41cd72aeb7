/** Messages of every conversation: the chat with the experts and the consultations of orders (behaviour B7.2). */
import * as v from 'valibot'
import { CHAT_EMPTY, isImageName } from '../../rules/chat/chat-detail.ts'
import { attachedName } from '../documents/document-name.ts'
import { fileSize, hashName, scanState } from '../documents/storage.ts'
import { pageOf, pageQuery, timestamp } from '../list.ts'
import { line, paragraph } from '../text.ts'

/** Also the limit of one answer. */
export const CHAT_PAGE_SIZE = 100
export const CHAT_TEXT_LIMIT = 5000
export const CHAT_SENDS_PER_MINUTE = 60
export const CHAT_CLIENT_ID_LIMIT = 64
export const CHAT_TOO_OFTEN = '发送过于频繁，请稍后再试'

export const CHAT_TEXT = 0
export const CHAT_ATTACHMENT = 1
export const CHAT_IMAGE = 2
export const CHAT_OWN = 0
export const CHAT_OTHER = 1

const FILE_DETAIL_LIMIT = 2000

export const chatMessage = v.object({
  id: v.number(),
  /** From 1 in each conversation, without gaps. */
  seq: v.number(),
  type: v.picklist([CHAT_TEXT, CHAT_ATTACHMENT, CHAT_IMAGE]),
  /** Own: sent by any person of the caller's side. */
  source: v.picklist([CHAT_OWN, CHAT_OTHER]),
  /** Text, never HTML; for a file JSON with local_name and hash_name. */
  detail: v.string(),
  size: v.nullable(fileSize),
  scan: scanState,
  gmt_create: timestamp,
  /** Name of the operator who sent it; null for a person of the company. */
  admin: v.nullable(v.string()),
  client_id: v.nullable(v.string()),
})

export type ChatMessage = v.InferOutput<typeof chatMessage>

const wholeNumber = v.pipe(v.string(), v.regex(/^\d{1,15}$/, '应为数字'), v.transform(Number))

/**
 * `page=1` has the newest messages, each page with the oldest first. With `after` the answer has the messages of a higher
 * `seq`, at most a page, as if there were no others: for polling.
 */
export const messagesQuery = v.object({
  page: pageQuery,
  per_page: v.optional(
    v.pipe(
      wholeNumber,
      v.minValue(1, '每页至少 1 条'),
      v.maxValue(CHAT_PAGE_SIZE, `每页最多 ${CHAT_PAGE_SIZE} 条`),
    ),
    String(CHAT_PAGE_SIZE),
  ),
  after: v.optional(wholeNumber),
})

export type MessagesQuery = v.InferOutput<typeof messagesQuery>

export const messagesAnswer = v.object({
  result: pageOf(chatMessage),
  /** Ours. A new value means that the files beside the dialogue have changed. */
  files: v.string(),
})

/** Sent twice it is one message: the second answer equals the first. Without an id, each is a message. */
const clientId = v.pipe(
  line('client_id', CHAT_CLIENT_ID_LIMIT),
  v.regex(/^[\w-]+$/, 'client_id 只能由字母、数字、- 和 _ 组成'),
)

const file = v.object({ local_name: attachedName, hash_name: hashName })

const fileDetail = v.pipe(
  v.string('缺少文件'),
  v.maxLength(FILE_DETAIL_LIMIT, '文件信息过长'),
  v.parseJson(undefined, '文件信息的格式不正确'),
  file,
)

export function newMessage<const More extends v.ObjectEntries>(more: More) {
  return v.variant('type', [
    v.object({
      ...more,
      client_id: v.optional(clientId),
      type: v.literal(CHAT_TEXT),
      detail: v.pipe(
        v.string(CHAT_EMPTY),
        v.trim(),
        v.minLength(1, CHAT_EMPTY),
        paragraph('发送内容', CHAT_TEXT_LIMIT),
      ),
    }),
    v.object({
      ...more,
      client_id: v.optional(clientId),
      type: v.literal(CHAT_ATTACHMENT),
      detail: fileDetail,
    }),
    v.object({
      ...more,
      client_id: v.optional(clientId),
      type: v.literal(CHAT_IMAGE),
      detail: v.pipe(
        fileDetail,
        v.check(({ local_name }) => isImageName(local_name), '图片只支持 jpg、jpeg、png、gif 格式'),
      ),
    }),
  ])
}

export const newChatMessage = newMessage({})

export type NewChatMessage = v.InferOutput<typeof newChatMessage>

export const sentMessage = v.object({ data: chatMessage })

/** Last message that its own side has read. A lower value, or one above the last message, changes nothing. */
export const readSeq = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
