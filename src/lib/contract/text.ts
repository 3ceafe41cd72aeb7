/** Text that people type. It is kept as typed, never as HTML; what cannot be seen or stored is refused. */
import * as v from 'valibot'
import { normaliseCreditCode } from '../rules/text/credit-code.ts'

/** U+0000 cannot be stored in PostgreSQL; the other control characters have no place in a text. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/
// biome-ignore lint/suspicious/noControlCharactersInRegex: line breaks and tabs, too
const CONTROL_OR_BREAK = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/
const LONE_SURROGATE = /\p{Surrogate}/u

/** Counted in characters as people see them, or nearly so: an emoji is one, not two. */
function hasAtMost(limit: number) {
  return (text: string) => text.length <= limit || [...text].length <= limit
}

/** One line of 1 to `limit` characters, trimmed. `label` names the field in what the person is told. */
export function line(label: string, limit: number) {
  return v.pipe(
    v.string(`请填写${label}`),
    v.trim(),
    v.minLength(1, `请填写${label}`),
    v.check(hasAtMost(limit), `${label}不能超过 ${limit} 个字`),
    v.check(
      (text) => !CONTROL_OR_BREAK.test(text) && !LONE_SURROGATE.test(text),
      `${label}含有不能使用的字符`,
    ),
  )
}

/** Text of 1 to `limit` characters, trimmed; line breaks are kept. */
export function paragraph(label: string, limit: number) {
  return v.pipe(
    v.string(`请填写${label}`),
    v.trim(),
    v.minLength(1, `请填写${label}`),
    v.check(hasAtMost(limit), `${label}不能超过 ${limit} 个字`),
    v.check((text) => !CONTROL.test(text) && !LONE_SURROGATE.test(text), `${label}含有不能使用的字符`),
  )
}

/** 统一社会信用代码 as people write it, not checked yet. */
export const typedCreditCode = v.pipe(
  v.string('请填写统一社会信用代码'),
  v.maxLength(60, '统一社会信用代码应为 18 位'),
  v.transform(normaliseCreditCode),
)
