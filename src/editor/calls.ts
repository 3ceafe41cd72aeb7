/** Every call of the workbench: its name, what it takes and what it answers. The page and the server share it. */
import * as v from 'valibot'
import type { Problem } from '../lib/content/load/yaml-fields.ts'
import { COLLECTION_NAMES } from './document.ts'
import type { FormGroup } from './form-schema.ts'

/** `POST /frontend/editor/api/NAME` with JSON; only the page of the workbench itself may. */
export const CALLS_PATH = '/frontend/editor/api/'
export const TOKEN_HEADER = 'x-editor-token'
/** The largest original has 120 KB. */
export const CALL_BYTES = 2 * 1024 * 1024

/** What a call that failed answers. */
export interface CallFailure {
  reason: 'refused' | 'invalid' | 'missing' | 'exists' | 'changed' | 'failed'
  /** For the person at the screen. */
  text: string
}

/** Path below CONTENT_DIR. */
const file = v.pipe(v.string(), v.minLength(1), v.maxLength(300))
const change = v.union([
  v.strictObject({ body: v.string() }),
  v.strictObject({ path: v.array(v.union([v.string(), v.number()])), value: v.optional(v.unknown()) }),
])

/** A document as the server keeps it. */
export interface OpenDocument {
  file: string
  /** Counts the changes of all tabs. */
  version: number
  /** The text on disk that this draft began from; null for a document that is not there yet. */
  saved: string | null
  /** As it would be saved. */
  text: string
  /** What the file says as it is written, before any schema; undefined where its YAML cannot be read. */
  data: unknown
  body: string
  problems: Problem[]
  dirty: boolean
  canUndo: boolean
  canRedo: boolean
  /** What is on disk instead of what the draft began from; `text` null: the file is gone. */
  conflict: null | { text: string | null }
}

export interface ListedDocument {
  file: string
  title: string
  id: number | null
  /** 发文字号, by which people look for it. */
  number: string | null
}

/** Of the whole document: `version` is what the person has looked at, each tab has a name. */
const step = v.strictObject({ file, version: v.number(), tab: v.string() })

export const CALLS = {
  list: v.strictObject({}),
  /** What the form of a collection asks for. */
  form: v.strictObject({ collection: v.picklist(COLLECTION_NAMES) }),
  open: v.strictObject({ file }),
  change: v.strictObject({ file, changes: v.array(change), tab: v.string() }),
  undo: step,
  redo: step,
  /** Back to what is on disk. */
  discard: step,
  /** After a conflict: what is on disk will be written over. */
  keep: step,
  /** Refused as changed when `version` is not the last one, or the disk has another text. */
  save: step,
  /** What only the whole library knows of it: references, links, ids that are used twice. */
  check: v.strictObject({ file }),
  create: v.strictObject({
    collection: v.picklist(COLLECTION_NAMES),
    /** Letters, digits and hyphens; the id comes before it. */
    name: v.pipe(v.string(), v.regex(/^[a-z0-9][a-z0-9-]{0,60}$/)),
    /** The document that it is a copy of; otherwise it begins as the template. */
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
  undo: OpenDocument
  redo: OpenDocument
  /** Null: there is no such file, and no draft of it any more. */
  discard: OpenDocument | null
  keep: OpenDocument
  save: OpenDocument
  check: Problem[]
  create: OpenDocument
}

/** Told to every tab by the dev server's own channel. */
export const DOCUMENT_EVENT = 'editor:document'
export interface DocumentEvent {
  file: string
  version: number
  /** Whose change it was; null: the disk. */
  tab: string | null
}
/** What pages show is another: the preview is loaded anew. */
export const CONTENT_EVENT = 'editor:content'
