/** Name, input and answer of every workbench call. The page and the server share them. */
import * as v from 'valibot'
import type { Problem } from '../lib/content/load/yaml-fields.ts'
import { COLLECTION_NAMES } from './document.ts'
import type { FormGroup } from './form-schema.ts'

export const CALLS_PATH = '/frontend/editor/api/'
/** The largest original has 120 KB. */
export const CALL_BYTES = 2 * 1024 * 1024

/** Path below CONTENT_DIR. */
const file = v.pipe(v.string(), v.minLength(1), v.maxLength(300))
const change = v.union([
  v.strictObject({ body: v.string() }),
  v.strictObject({ path: v.array(v.union([v.string(), v.number()])), value: v.optional(v.unknown()) }),
])

export interface OpenDocument {
  file: string
  /** Counts the changes of all tabs. */
  version: number
  /** The text on disk that this draft is based on; null for a new document. */
  saved: string | null
  text: string
  /** The parsed front matter before schema validation; undefined if its YAML is invalid. */
  data: unknown
  body: string
  problems: Problem[]
  dirty: boolean
  canUndo: boolean
  canRedo: boolean
  /** The text on disk if it no longer matches the draft's base; `text` null: the file was deleted. */
  conflict: null | { text: string | null }
}

export interface ListedDocument {
  file: string
  title: string
  id: number | null
  number: string | null
}

/**
 * Actions on a whole document. `discard` takes the text on disk; `keep` resolves a conflict, and saving will overwrite the
 * text on disk; `save` is refused as changed if the screen's version is not the latest, or the text on disk has changed.
 */
const ACTS = ['undo', 'redo', 'discard', 'keep', 'save'] as const
export type ActName = (typeof ACTS)[number]

export const CALLS = {
  list: v.strictObject({}),
  form: v.strictObject({ collection: v.picklist(COLLECTION_NAMES) }),
  open: v.strictObject({ file }),
  change: v.strictObject({ file, changes: v.array(change), tab: v.string() }),
  act: v.strictObject({ act: v.picklist(ACTS), file, version: v.number(), tab: v.string() }),
  /** Problems that need the whole library: references, links, duplicate ids. */
  check: v.strictObject({ file }),
  create: v.strictObject({
    collection: v.picklist(COLLECTION_NAMES),
    name: v.pipe(v.string(), v.regex(/^[a-z0-9][a-z0-9-]{0,60}$/)),
    from: v.optional(file),
    id: v.pipe(v.number(), v.integer(), v.minValue(1)),
    title: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(200)),
    tab: v.string(),
  }),
}
export type CallName = keyof typeof CALLS
export type InputOf<Name extends CallName> = v.InferOutput<(typeof CALLS)[Name]>

export interface Answers extends Record<CallName, unknown> {
  list: ListedDocument[]
  form: FormGroup[]
  open: OpenDocument
  change: OpenDocument
  /** Null: the file does not exist, and its draft is gone. */
  act: OpenDocument | null
  check: Problem[]
  create: OpenDocument
}

export const DOCUMENT_EVENT = 'editor:document'
export interface DocumentEvent {
  file: string
  version: number
  tab: string | null
}
/** The content of the pages has changed: the preview reloads. */
export const CONTENT_EVENT = 'editor:content'
