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

export interface EditorCall<Input, Answer> {
  name: string
  input: v.GenericSchema<unknown, Input>
  /** Of the type alone. */
  answer?: Answer
}

/** `defineEditorCall<Answer>()('name', schema)`: what it takes is known by its schema. */
export function defineEditorCall<Answer>() {
  return <Input>(name: string, input: v.GenericSchema<unknown, Input>): EditorCall<Input, Answer> => ({
    name,
    input,
  })
}

/** What a call that failed answers. */
export interface CallFailure {
  reason: 'refused' | 'invalid' | 'missing' | 'exists' | 'stale' | 'changed_on_disk' | 'failed'
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
  /** Of the text on disk that this draft began from; null for a document that is not there yet. */
  savedSha: string | null
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
  dirty: boolean
}

export const listDocuments = defineEditorCall<ListedDocument[]>()('list', v.strictObject({}))
/** What the form of a collection asks for. */
export const readForm = defineEditorCall<FormGroup[]>()(
  'form',
  v.strictObject({ collection: v.picklist(COLLECTION_NAMES) }),
)
export const openDocumentCall = defineEditorCall<OpenDocument>()('open', v.strictObject({ file }))
/** Refused as stale when `version` is not the document's: another tab was faster. */
export const changeDocument = defineEditorCall<OpenDocument>()(
  'change',
  v.strictObject({ file, version: v.number(), changes: v.array(change), tab: v.string() }),
)
const step = v.strictObject({ file, tab: v.string() })
export const undoChange = defineEditorCall<OpenDocument>()('undo', step)
export const redoChange = defineEditorCall<OpenDocument>()('redo', step)
/** Back to what is on disk. */
export const discardDraft = defineEditorCall<OpenDocument | null>()('discard', step)
/** `savedSha` is what the person saw as the state on disk: it fails as `changed_on_disk` when that is another by now. */
export const saveDocumentCall = defineEditorCall<OpenDocument>()(
  'save',
  v.strictObject({ file, version: v.number(), savedSha: v.nullable(v.string()), tab: v.string() }),
)
/** After a conflict: `mine` keeps the draft, `theirs` takes the disk, `merge` puts one's changes onto what is on disk. */
export const settleConflict = defineEditorCall<OpenDocument & { left: string[] }>()(
  'settle',
  v.strictObject({ file, take: v.picklist(['mine', 'theirs', 'merge']), tab: v.string() }),
)
/** The text on disk and that of the draft, to be compared before saving. */
export const compareDocument = defineEditorCall<{ saved: string | null; text: string }>()(
  'compare',
  v.strictObject({ file }),
)
/** What only the whole library knows of it: references, links, ids that are used twice. */
export const checkDocument = defineEditorCall<Problem[]>()('check', v.strictObject({ file }))
export const createDocumentCall = defineEditorCall<OpenDocument>()(
  'create',
  v.strictObject({
    collection: v.picklist(COLLECTION_NAMES),
    /** Letters, digits and hyphens; the id comes before it. */
    name: v.pipe(v.string(), v.regex(/^[a-z0-9][a-z0-9-]{0,60}$/)),
    from: v.union([v.literal('template'), file]),
    id: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))),
    title: v.optional(v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(200))),
    /** Of a copy: its golden companies, too. */
    withGolden: v.optional(v.boolean(), false),
    tab: v.string(),
  }),
)

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
