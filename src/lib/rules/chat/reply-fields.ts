/** Quick replies with fields, such as {企业名称}: filled from the conversation, the rest by hand. */

export const REPLY_FIELDS = ['企业名称', '联系人', '政策名称', '截止日期', '我的姓名', '申请编号'] as const

const FIELD = /\{([^{}\n]{1,20})\}/g

export function fillReply(text: string, values: Readonly<Record<string, string | null>>): string {
  return text.replace(FIELD, (field, name: string) => values[name.trim()]?.trim() || field)
}

export function firstField(text: string): { start: number; end: number } | undefined {
  const [match] = text.matchAll(FIELD)
  return match && { start: match.index, end: match.index + match[0].length }
}

export function unfilled(text: string): string[] {
  const found = [...text.matchAll(FIELD)].map(([, name = '']) => name.trim())
  return [...new Set(found)].filter((field) => (REPLY_FIELDS as readonly string[]).includes(field))
}
