/** Parses input with a contract schema; every message that a person may see is Chinese. */
import * as v from 'valibot'
import { CODES } from '../../src/lib/contract/envelope.ts'
import { Refusal, TransportFault } from './refusal.ts'

type Schema = v.GenericSchema<unknown, unknown>
type Issue = v.BaseIssue<unknown>

/** valibot asks this before its own English messages; the text is then made from the complete path. */
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

/** The object reports a missing key: ask the field itself for its message about no value. */
function ownWordsForMissing(schema: Schema, field: string): string | undefined {
  const entry = (schema as { entries?: Record<string, Schema> }).entries?.[field]
  if (entry === undefined) return undefined
  return v.safeParse(entry, undefined, { message: NO_WORDS }).issues?.[0].message || undefined
}

/** The largest body of any call, in bytes: forms and chat texts; files go to the object store. */
export const BODY_LIMIT = 64 * 1024

const JSON_TYPE = /^application\/json\s*(;|$)/i

export async function readJsonBody(request: Request): Promise<unknown> {
  if (!JSON_TYPE.test(request.headers.get('content-type') ?? '')) {
    throw new TransportFault(CODES.wrongContentType)
  }
  if (Number(request.headers.get('content-length') ?? 0) > BODY_LIMIT)
    throw new TransportFault(CODES.tooLarge)
  const bytes = await readBytes(request)
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw new TransportFault(CODES.invalid)
  }
}

async function readBytes(request: Request): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for await (const chunk of request.body ?? []) {
      size += chunk.byteLength
      if (size > BODY_LIMIT) throw new TransportFault(CODES.tooLarge)
      chunks.push(chunk)
    }
  } catch (error) {
    throw error instanceof TransportFault ? error : new TransportFault(CODES.invalid)
  }
  return Buffer.concat(chunks)
}
