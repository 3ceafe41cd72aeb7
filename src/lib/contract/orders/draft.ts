/** The fields of an application as they stand in its form: all text, however little of it can be sent already. */
import * as v from 'valibot'
import { type ApplicationDraft, applicationDraft, applicationFields } from './order-fields.ts'

const text = v.fallback(v.string(), '')

/** What the device keeps of a form. */
export const typedFields = v.object({
  contact: text,
  phone: text,
  amount: text,
  summary: text,
  materials: v.fallback(v.array(v.object({ name: v.string(), ready: v.boolean() })), []),
})

export type TypedFields = v.InferOutput<typeof typedFields>
export type FieldName = keyof TypedFields

export const FIELD_LABELS: Readonly<Record<FieldName, string>> = {
  contact: '联系人',
  phone: '联系电话',
  amount: '申报金额',
  summary: '申报说明',
  materials: '材料清单',
}

export type FieldProblems = Partial<Record<FieldName, string>>

/** What of a form the account can take, and what is wrong with the rest, which then stays on the device. */
export function readTyped(typed: TypedFields): { draft: ApplicationDraft; problems: FieldProblems } {
  const problems: FieldProblems = {}
  const taken: Record<string, unknown> = {}
  for (const [name, schema] of Object.entries(applicationDraft.entries)) {
    const read = v.safeParse(schema, typed[name as FieldName])
    if (read.success) taken[name] = read.output
    else problems[name as FieldName] = read.issues[0].message
  }
  return { draft: v.parse(applicationDraft, taken), problems }
}

/** What is still missing or wrong for handing it in. */
export function problemsOf(typed: TypedFields): FieldProblems {
  const problems: FieldProblems = {}
  for (const [name, schema] of Object.entries(applicationFields.entries)) {
    const read = v.safeParse(schema, typed[name as FieldName])
    if (!read.success) problems[name as FieldName] = read.issues[0].message
  }
  return problems
}
