/** Conversions between text typed into the form and values in the file. */
import type { Problem } from '../../../lib/content/load/yaml-fields.ts'
import { readTypedNumber } from '../../../lib/rules/text/typed-number.ts'
import type { Described } from '../../form-schema.ts'

export function readNumber(text: string): number | undefined {
  const digits = readTypedNumber(text.replace(/\s*(?:[%％]|个月|月|字节)\s*$/, ''))
  return digits === undefined ? undefined : Number(digits)
}

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

export function summaryOf(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value ?? '')
  return Object.values(value)
    .filter((part) => (typeof part === 'string' && part !== '') || typeof part === 'number')
    .slice(0, 2)
    .join(' · ')
}

export function isInside(field: string, path: string): boolean {
  return field === path || field.startsWith(`${path}.`)
}

/** Returns a problem in words for the form; the checker's own words address people who write YAML. */
export function problemWords({ expected, found }: Problem): string {
  if (found === '没有写' || found === '""') return '请填写'
  return `应为${expected.replace('（数字和日期请加引号）', '')}，实际为 ${found}`
}
