/** What people type into the form and what stands in the file. */
import type { Problem } from '../../../lib/content/load/yaml-fields.ts'
import { readTypedNumber } from '../../../lib/rules/text/typed-number.ts'
import type { Described } from '../../form-schema.ts'

/** 50万, 1.2亿元, 15% or 12个月 as the number that the file has. */
export function readNumber(text: string): number | undefined {
  const digits = readTypedNumber(text.replace(/\s*(?:[%％]|个月|月|字节)\s*$/, ''))
  return digits === undefined ? undefined : Number(digits)
}

/** The list with the item at `from` at `to`. */
export function moveItem<Item>(list: readonly Item[], from: number, to: number): Item[] {
  const moved = [...list]
  moved.splice(to, 0, ...moved.splice(from, 1))
  return moved
}

/** What a field begins with when somebody adds it. */
export function emptyOf({ type, oneOf, items, properties = {}, required = [], ...own }: Described): unknown {
  if (own.const !== undefined) return own.const
  if (own.input || own.enum || own.labels) return type === 'array' ? [] : undefined
  if (oneOf) return emptyOf({ type: 'object', ...oneOf[0] })
  if (type === 'string') return ''
  if (type === 'array') return items && (items.type === 'object' || items.oneOf) ? [emptyOf(items)] : []
  if (type !== 'object') return undefined
  const isBegun = (key: string) => {
    const { const: fixed, type: kind, enum: choices, input } = properties[key] ?? {}
    return fixed !== undefined || (required.includes(key) && kind === 'string' && !choices && !input)
  }
  const begun = Object.entries(properties).filter(([key]) => isBegun(key))
  return Object.fromEntries(begun.map(([key, field]) => [key, field.const ?? '']))
}

/** A record in one line: the texts of its fields, the first one first. */
export function summaryOf(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value ?? '')
  return Object.values(value)
    .filter((part) => (typeof part === 'string' && part !== '') || typeof part === 'number')
    .join(' · ')
}

/** Whether a problem is of the field at this path, or of something inside it. */
export function isInside(field: string, path: string): boolean {
  return field === path || field.startsWith(`${path}.`)
}

/** What is wrong, for who writes in fields: the checker speaks to those who write YAML. */
export function problemWords({ expected, found }: Problem): string {
  if (found === '没有写' || found === '""') return '请填写'
  return `应为${expected.replace('（数字和日期请加引号）', '')}，实际为 ${found}`
}
