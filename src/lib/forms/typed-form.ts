/** A form that belongs to no policy as it stands while it is being written: all text, and files wherever they are. */
import * as v from 'valibot'
import { attachedName } from '../contract/documents/document-name.ts'
import { fileSize, hashName } from '../contract/documents/storage.ts'
import type { FormContent } from '../contract/orders/form-draft.ts'

export const formFile = v.object({
  /** Which of the form's materials it is. */
  slot: v.string(),
  local_name: attachedName,
  size: fileSize,
  /** Null: it lies on the device only. */
  hash_name: v.nullable(hashName),
  /** By what the device knows its bytes; null: they lie in the store. */
  pending_id: v.nullable(v.string()),
})

export type FormFile = v.InferOutput<typeof formFile>

export const typedForm = v.object({ texts: v.record(v.string(), v.string()), files: v.array(formFile) })

export type TypedForm = v.InferOutput<typeof typedForm>

export const BLANK_FORM: TypedForm = { texts: {}, files: [] }

/** By the name of the field; of a material, `file:` and its name. */
export type Problems = Readonly<Record<string, string>>

export function fileField(slot: string): string {
  return `file:${slot}`
}

/** A body that names every field but `Open`, if only to leave it empty: what is forgotten would never arrive. */
export type Whole<Body, Open extends keyof Body> = Required<Omit<Body, Open>> & Pick<Body, Open>

/** What is said of each text, and of what else the form asks for. */
export type FoundIn<Text extends string> = Record<Text, string | undefined> &
  Record<string, string | undefined>

/** What the account can keep: files that are in the store. */
export function toDraftContent({ texts, files }: TypedForm): FormContent {
  return {
    texts,
    files: files.flatMap(({ slot, local_name, size, hash_name }) =>
      hash_name === null ? [] : [{ local_name, hash_name, size, slot }],
    ),
  }
}

/** The account's draft, with the files that only this device has. */
export function fromDraftContent({ texts, files }: FormContent, here: readonly FormFile[] = []): TypedForm {
  return {
    texts,
    files: [
      ...files.map((file) => ({ ...file, pending_id: null })),
      ...here.filter((file) => file.hash_name === null),
    ],
  }
}

/** Takes what a schema says of one text among the problems. */
export function checkText(
  schema: v.GenericSchema<string, unknown>,
  text: string | undefined,
): string | undefined {
  const read = v.safeParse(schema, text ?? '')
  return read.success ? undefined : read.issues[0].message
}

/** Only those that there are. */
export function onlyProblems(found: Readonly<Record<string, string | undefined>>): Problems {
  return Object.fromEntries(
    Object.entries(found).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
}
