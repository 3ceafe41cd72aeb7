/** Quick replies with fields, such as {企业名称}: filled from the conversation, and by hand where that says nothing. */

export const REPLY_FIELDS = ['企业名称', '联系人', '政策名称', '截止日期', '我的姓名', '申请编号'] as const

const FIELD = /\{([^{}\n]{1,20})\}/g

/** The text with what stands in its fields; those of which nothing is known stay. */
export function fillReply(text: string, values: Readonly<Record<string, string | null>>): string {
  return text.replace(FIELD, (field, name: string) => values[name.trim()]?.trim() || field)
}

/** Where the first field stands in a text; undefined: there is none. */
export function firstField(text: string): { start: number; end: number } | undefined {
  const [match] = text.matchAll(FIELD)
  return match && { start: match.index, end: match.index + match[0].length }
}

/** Fields of ours that stand in a text still, each once: it is not to be sent like that. */
export function unfilled(text: string): string[] {
  const found = [...text.matchAll(FIELD)].map(([, name = '']) => name.trim())
  return [...new Set(found)].filter((field) => (REPLY_FIELDS as readonly string[]).includes(field))
}
