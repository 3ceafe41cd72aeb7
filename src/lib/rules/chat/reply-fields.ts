/** Quick replies with fields, such as {企业名称}: filled from the conversation, and by hand where that says nothing. */

export const REPLY_FIELDS = ['企业名称', '联系人', '政策名称', '截止日期', '我的姓名', '申请编号'] as const

const FIELD = /\{([^{}\n]{1,20})\}/g

/** The fields of a text, each once, in their order; also those that nobody knows how to fill. */
export function fieldsOf(text: string): string[] {
  return [...new Set([...text.matchAll(FIELD)].map(([, name = '']) => name.trim()))]
}

/** A text as it would be sent: stretches, and fields with what stands in them; empty: it is to be filled yet. */
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

/** The filled text; undefined: something is missing. */
export function filledText(parts: readonly ReplyPart[]): string | undefined {
  const texts = parts.map((part) => ('text' in part ? part.text : part.value))
  return texts.includes('') ? undefined : texts.join('')
}

/** Fields of ours that stand in a text still: it is not to be sent like that. */
export function unfilled(text: string): string[] {
  return fieldsOf(text).filter((field) => (REPLY_FIELDS as readonly string[]).includes(field))
}
