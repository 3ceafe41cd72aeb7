import type { BodyOf } from '../contract/call.ts'
import {
  deleteFormDraft,
  type FormDraft,
  type FormKind,
  readFormDraft,
  saveFormDraft,
} from '../contract/form-draft.ts'
import { request } from './http.ts'

/** Null: there is none. */
export async function fetchFormDraft(kind: FormKind): Promise<FormDraft | null> {
  const { draft } = await request(readFormDraft, { params: { kind } })
  return draft
}

export async function putFormDraft(kind: FormKind, body: BodyOf<typeof saveFormDraft>): Promise<FormDraft> {
  const { draft } = await request(saveFormDraft, { params: { kind }, body })
  return draft
}

export async function dropFormDraft(kind: FormKind): Promise<void> {
  await request(deleteFormDraft, { params: { kind } })
}
