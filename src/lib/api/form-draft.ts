import type { BodyOf } from '../contract/call.ts'
import {
  deleteFormDraft,
  type FormDraft,
  type FormKind,
  readFormDraft,
  saveFormDraft,
} from '../contract/orders/form-draft.ts'
import { ask } from './ask.ts'

/** Null: there is none. */
export async function fetchFormDraft(kind: FormKind): Promise<FormDraft | null> {
  const { draft } = await ask(readFormDraft, { params: { kind } })
  return draft
}

export async function putFormDraft(kind: FormKind, body: BodyOf<typeof saveFormDraft>): Promise<FormDraft> {
  const { draft } = await ask(saveFormDraft, { params: { kind }, body })
  return draft
}

export async function dropFormDraft(kind: FormKind): Promise<void> {
  await ask(deleteFormDraft, { params: { kind } })
}
