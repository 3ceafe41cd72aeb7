/** Text that people type. Stored as typed, never as HTML; characters that cannot be stored are refused. */
import * as v from 'valibot'
import { site } from '../../site.ts'
import { normaliseCreditCode } from '../rules/text/credit-code.ts'
import { withoutUnseen } from '../rules/text/typed-text.ts'

/** Words for the portal's staff; a name of these alone, or of these and the portal's name, would seem official. */
const OFFICE = /官方|客服|平台|运营|管理员|系统|门户|专家|小助手|工作人员/

const OFFICE_ALONE =
  /^(?:官方|在线|平台|系统|人工|专属|本站|门户)*(?:客服|管理员|通知|公告|消息|小助手|工作人员|运营)(?:中心|人员)?$/

/**
 * Whether readers would take a company or person of this name for the portal itself. Punctuation, spaces and other forms of
 * the same letters do not hide it (Unicode NFKC). The portal's name and 咨询有限公司 are a company.
 *
 * @param portal the portal's name
 */
function pretendsToBePortal(name: string, portal: string): boolean {
  const plain = name.normalize('NFKC').replace(/[^\p{L}\p{N}]/gu, '')
  if (plain === portal || OFFICE_ALONE.test(plain)) return true
  return plain.includes(portal) && OFFICE.test(plain.replace(portal, ''))
}

/** U+0000 cannot be stored in PostgreSQL; the other control characters have no place in a text. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/
// biome-ignore lint/suspicious/noControlCharactersInRegex: line breaks and tabs, too
const CONTROL_OR_BREAK = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/
const LONE_SURROGATE = /\p{Surrogate}/u

/** Counts characters as people see them, or nearly so: an emoji is one, not two. */
function hasAtMost(limit: number) {
  return (text: string) => text.length <= limit || [...text].length <= limit
}

const limits = new WeakMap<object, number>()

export function limitOf(schema: object): number | undefined {
  if ('wrapped' in schema) return limitOf(schema.wrapped as object)
  if ('options' in schema) return (schema.options as object[]).map(limitOf).find(Boolean)
  return limits.get(schema)
}

/** One line of 1 to `limit` characters, trimmed. `label` names the field in messages. */
export function line(label: string, limit: number) {
  return text(label, limit, CONTROL_OR_BREAK)
}

function text(label: string, limit: number, refused: RegExp) {
  const schema = v.pipe(
    v.string(`请填写${label}`),
    v.trim(),
    v.minLength(1, `请填写${label}`),
    v.check(hasAtMost(limit), `${label}不能超过 ${limit} 个字`),
    v.check((typed) => !refused.test(typed) && !LONE_SURROGATE.test(typed), `${label}含有不能使用的字符`),
  )
  limits.set(schema, limit)
  return schema
}

/**
 * Name of a company or a person: one line in Unicode NFC, without invisible characters (which come with a paste), that does
 * not imitate the portal.
 */
export function properName(label: string, limit: number) {
  return v.pipe(
    v.string(`请填写${label}`),
    v.transform(withoutUnseen),
    line(label, limit),
    v.normalize('NFC'),
    v.check((text) => !pretendsToBePortal(text, site.name), `${label}不能与本站或客服的名称相同或相似`),
  )
}

export function paragraph(label: string, limit: number) {
  return text(label, limit, CONTROL)
}

export const typedCreditCode = v.pipe(
  v.string('请填写统一社会信用代码'),
  v.maxLength(60, '统一社会信用代码应为 18 位'),
  v.transform(normaliseCreditCode),
)
