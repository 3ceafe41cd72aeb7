/** Parses what came from outside with a contract schema; every message a person may see is Chinese. */
import * as v from 'valibot'
import { CODES } from '../../src/lib/contract/envelope.ts'
import { Refusal } from './refusal.ts'

type Schema = v.GenericSchema<unknown, unknown>
type Issue = v.BaseIssue<unknown>

/** valibot asks this before its own English messages; the words are then made from the finished path. */
const NO_WORDS = ''

/** @throws Refusal 400 with the first issue's own message, or one that names the field. */
export function parseInput(schema: Schema, input: unknown): unknown {
  const result = v.safeParse(schema, input, { message: NO_WORDS, abortEarly: true })
  if (result.success) return result.output
  throw new Refusal(CODES.invalid, wordsFor(schema, result.issues[0]))
}

function wordsFor(schema: Schema, issue: Issue): string {
  if (issue.message !== NO_WORDS) return issue.message
  const field = v.getDotPath(issue)
  if (field === null) return '请求内容的格式不正确'
  if (issue.input !== undefined) return `“${field}”的内容不正确`
  return ownWordsForMissing(schema, field) ?? `缺少“${field}”`
}

/** A missing key is reported by the object around it: ask the field itself what it says about nothing. */
function ownWordsForMissing(schema: Schema, field: string): string | undefined {
  const entry = (schema as { entries?: Record<string, Schema> }).entries?.[field]
  if (entry === undefined) return undefined
  return v.safeParse(entry, undefined, { message: NO_WORDS }).issues?.[0].message || undefined
}
