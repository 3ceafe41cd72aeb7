/** Quick replies with fields, such as {企业名称}: filled from the conversation, or by hand. */

export const REPLY_FIELDS = ['企业名称', '联系人', '政策名称', '截止日期', '我的姓名', '申请编号'] as const

const FIELD = /\{([^{}\n]{1,20})\}/g

/** Returns the fields of a text, each once, in their order, also unknown ones. */
export function fieldsOf(text: string): string[] {
  return [...new Set([...text.matchAll(FIELD)].map(([, name = '']) => name.trim()))]
}

/** The text to be sent: stretches, and fields with their values; an empty value is still missing. */
export type ReplyPart = { text: string } | { field: string; value: string }

export function fillReply(text: string, values: Readonly<Record<string, string>>): ReplyPart[] {
  const parts: ReplyPart[] = []
  let end = 0
  for (const match of text.matchAll(FIELD)) {
    if (match.index > end) parts.push({ text: text.slice(end, match.index) })
    const field = (match[1] ?? '').trim()
    parts.push({ field, value: values[field]?.trim() ?? '' })
    end = match.index + match[0].length
  }
  if (end < text.length) parts.push({ text: text.slice(end) })
  return parts
}

/** Returns the filled text; undefined while a value is missing. */
export function filledText(parts: readonly ReplyPart[]): string | undefined {
  const texts = parts.map((part) => ('text' in part ? part.text : part.value))
  return texts.includes('') ? undefined : texts.join('')
}

/** Returns our fields that remain in a text: it must not be sent with them. */
export function unfilled(text: string): string[] {
  return fieldsOf(text).filter((field) => (REPLY_FIELDS as readonly string[]).includes(field))
}
