/** The fields of an application as typed: all text, even where it is not ready to be sent. */
import * as v from 'valibot'
import { type ApplicationDraft, applicationDraft, applicationFields } from './order-fields.ts'

const text = v.fallback(v.string(), '')

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

/** Returns the part of a form that the account can store, and the problems of the rest, which stays on the device. */
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

/** Returns the missing and invalid fields that prevent a submission. */
export function problemsOf(typed: TypedFields): FieldProblems {
  const problems: FieldProblems = {}
  for (const [name, schema] of Object.entries(applicationFields.entries)) {
    const read = v.safeParse(schema, typed[name as FieldName])
    if (!read.success) problems[name as FieldName] = read.issues[0].message
  }
  return problems
}
