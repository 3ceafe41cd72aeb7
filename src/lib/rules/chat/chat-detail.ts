/** The content of a chat message: its text, or the file that its JSON detail names (behaviour B7.2). */

export interface ChatFileDetail {
  localName: string
  hashName: string
  /** Bytes; null if unknown. */
  size: number | null
  scan?: 'pending' | 'refused' | undefined
}

export type ChatDetail =
  | { kind: 'text'; text: string }
  | ({ kind: 'attachment' | 'image' } & ChatFileDetail)
  /** A file with a broken detail: shown as unreadable; the other messages are not affected. */
  | { kind: 'unreadable' }

const KINDS = { 1: 'attachment', 2: 'image' } as const

/** @param message as on the wire: 0 text, 1 attachment, 2 image */
export function readChatDetail(message: {
  type: 0 | 1 | 2
  detail: string
  size?: number | null
  scan?: ChatFileDetail['scan']
}): ChatDetail {
  if (message.type === 0) return { kind: 'text', text: message.detail }
  const file = parseObject(message.detail)
  const { local_name: localName, hash_name: hashName } = file
  if (!isText(localName) || !isText(hashName)) return { kind: 'unreadable' }
  const size = [message.size, file['size']].find(isSize) ?? null
  const { scan } = message
  return { kind: KINDS[message.type], localName, hashName, size, ...(scan && { scan }) }
}

function parseObject(json: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(json)
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    return {}
  }
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== ''
}

function isSize(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0
}

export function writeFileDetail({
  localName,
  hashName,
}: Pick<ChatFileDetail, 'localName' | 'hashName'>): string {
  return JSON.stringify({ local_name: localName, hash_name: hashName })
}

const IMAGE_NAME = /\.(jpe?g|png|gif)$/i

/** Whether a file is shown as a picture; all others are shown as files (behaviour B7.2). */
export function isImageName(name: string): boolean {
  return IMAGE_NAME.test(name)
}

export function summarizeDetail(detail: ChatDetail): string {
  if (detail.kind === 'text') return detail.text
  if (detail.kind === 'unreadable') return '[无法读取的附件]'
  return `[${detail.kind === 'image' ? '图片' : '附件'}] ${detail.localName}`
}

export const CHAT_EMPTY = '发送内容不能为空'

export type CheckedText = { ok: true; text: string } | { ok: false; reason: string }

/** Returns the trimmed text, or why it cannot be sent. `limit` counts characters as people see them. */
export function checkChatText(typed: string, limit: number): CheckedText {
  const text = typed.trim()
  if (text === '') return { ok: false, reason: CHAT_EMPTY }
  if (text.length > limit && [...text].length > limit) {
    return { ok: false, reason: `发送内容不能超过 ${limit} 个字` }
  }
  return { ok: true, text }
}
