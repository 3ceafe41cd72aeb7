/** A form without a policy, as typed: texts, and files in the store or on the device. */
import * as v from 'valibot'
import { attachedName } from '../contract/documents/document-name.ts'
import { fileSize, hashName } from '../contract/documents/storage.ts'
import type { FormContent } from '../contract/orders/form-draft.ts'

export const formFile = v.object({
  slot: v.string(),
  local_name: attachedName,
  size: fileSize,
  /** Null when the file is only on the device. */
  hash_name: v.nullable(hashName),
  /** The device's id of its bytes; null when they are in the store. */
  pending_id: v.nullable(v.string()),
})

export type FormFile = v.InferOutput<typeof formFile>

export const typedForm = v.object({ texts: v.record(v.string(), v.string()), files: v.array(formFile) })

export type TypedForm = v.InferOutput<typeof typedForm>

export const BLANK_FORM: TypedForm = { texts: {}, files: [] }

/** Keyed by the name of the field; for a material, `file:` and its name. */
export type Problems = Readonly<Record<string, string>>

export function fileField(slot: string): string {
  return `file:${slot}`
}

/** A body that names every field except `Open`, even empty ones: a forgotten field would never arrive. */
export type Whole<Body, Open extends keyof Body> = Required<Omit<Body, Open>> & Pick<Body, Open>

export type FoundIn<Text extends string> = Record<Text, string | undefined> &
  Record<string, string | undefined>

export function toDraftContent({ texts, files }: TypedForm): FormContent {
  return {
    texts,
    files: files.flatMap(({ slot, local_name, size, hash_name }) =>
      hash_name === null ? [] : [{ local_name, hash_name, size, slot }],
    ),
  }
}

export function fromDraftContent({ texts, files }: FormContent, here: readonly FormFile[] = []): TypedForm {
  return {
    texts,
    files: [
      ...files.map((file) => ({ ...file, pending_id: null })),
      ...here.filter((file) => file.hash_name === null),
    ],
  }
}

export function checkText(
  schema: v.GenericSchema<string, unknown>,
  text: string | undefined,
): string | undefined {
  const read = v.safeParse(schema, text ?? '')
  return read.success ? undefined : read.issues[0].message
}

export function onlyProblems(found: Readonly<Record<string, string | undefined>>): Problems {
  return Object.fromEntries(
    Object.entries(found).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
}
