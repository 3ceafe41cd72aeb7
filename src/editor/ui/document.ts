/** The documents that this tab has open. What is typed is shown at once; the server makes the text of it. */
import { map } from 'nanostores'
import type { Problem } from '../../lib/content/load/yaml-fields.ts'
import {
  CALLS_PATH,
  type CallFailure,
  changeDocument,
  checkDocument,
  createDocumentCall,
  DOCUMENT_EVENT,
  type DocumentEvent,
  discardDraft,
  type EditorCall,
  type OpenDocument,
  openDocumentCall,
  redoChange,
  saveDocumentCall,
  settleConflict,
  TOKEN_HEADER,
  undoChange,
} from '../calls.ts'
import { type Change, changeData, collectionOf, type EditedCollection } from '../document.ts'

export interface ReadyDocument extends OpenDocument {
  status: 'ready'
  collection: EditedCollection | null
  /** Where another tab, or the disk, has changed it meanwhile, in words; null when there is nothing to be told. */
  told: string | null
}

export type DocumentState = { status: 'loading' } | { status: 'failed'; error: string } | ReadyDocument

export const $documents = map<Record<string, DocumentState>>({})

/** What is to be saved, or settled first: also the golden companies and registers that were changed on the way. */
export function unsavedOf(documents: Record<string, DocumentState>): ReadyDocument[] {
  return Object.values(documents).filter(
    (state) => state.status === 'ready' && (state.dirty || state.conflict !== null),
  ) as ReadyDocument[]
}

/** Also a tab of the same browser is another writer. */
const tab = crypto.randomUUID()

export type Asked<Answer> = { ok: true; answer: Answer } | { ok: false; failure: CallFailure }

/** Asks the server of the workbench. */
export async function ask<Input, Answer>(
  call: EditorCall<Input, Answer>,
  input: Input,
): Promise<Asked<Answer>> {
  const token = document.querySelector<HTMLMetaElement>('meta[name=editor-token]')?.content ?? ''
  try {
    const response = await fetch(CALLS_PATH + call.name, {
      method: 'POST',
      headers: { 'content-type': 'application/json', [TOKEN_HEADER]: token },
      body: JSON.stringify(input),
    })
    const answer = await response.json()
    return response.ok ? { ok: true, answer } : { ok: false, failure: answer }
  } catch {
    return {
      ok: false,
      failure: { reason: 'failed', text: '连不上 npm run dev，请看它是否还在运行。没有保存的修改还在这里。' },
    }
  }
}

/** What a tab has changed and the server has not answered yet, in order. */
const waiting = new Map<string, Change[]>()
const sending = new Map<string, Promise<void>>()

export async function openDocument(file: string): Promise<void> {
  if ($documents.get()[file]?.status === 'ready') return
  $documents.setKey(file, { status: 'loading' })
  await reload(file, null)
}

async function reload(file: string, told: string | null): Promise<void> {
  const asked = await ask(openDocumentCall, { file })
  // What both have changed is said by its conflict.
  if (asked.ok) take(asked.answer, asked.answer.conflict ? null : told)
  else $documents.setKey(file, { status: 'failed', error: asked.failure.text })
}

/** Takes over what the server says, with what was typed meanwhile on top. */
function take(document: OpenDocument, told: string | null = null): void {
  const pending = waiting.get(document.file) ?? []
  $documents.setKey(document.file, {
    ...document,
    status: 'ready',
    collection: collectionOf(document.file),
    told,
    ...shown(document, pending),
  })
}

function shown(
  { data, body, dirty }: Pick<OpenDocument, 'data' | 'body' | 'dirty'>,
  changes: readonly Change[],
) {
  const written = changes.findLast((change) => 'body' in change)
  return {
    data: changeData(data, changes),
    body: written?.body ?? body,
    dirty: dirty || changes.length > 0,
  }
}

function readyOf(file: string): ReadyDocument | undefined {
  const state = $documents.get()[file]
  return state?.status === 'ready' ? state : undefined
}

/** Shown at once; the server follows, in order. */
export function change(file: string, changes: readonly Change[]): void {
  const state = readyOf(file)
  if (!state) return
  waiting.set(file, [...(waiting.get(file) ?? []), ...changes])
  $documents.setKey(file, { ...state, ...shown(state, changes) })
  if (!sending.has(file))
    sending.set(
      file,
      send(file).finally(() => sending.delete(file)),
    )
}

async function send(file: string): Promise<void> {
  let retries = 0
  for (let changes = waiting.get(file); changes?.length; changes = waiting.get(file)) {
    const state = readyOf(file)
    if (!state) return
    waiting.set(file, [])
    const asked = await ask(changeDocument, { file, version: state.version, changes, tab })
    if (asked.ok) {
      take(asked.answer, state.told)
      continue
    }
    // Another tab was faster: the same changes on top of what it made.
    waiting.set(file, [...changes, ...(waiting.get(file) ?? [])])
    if (asked.failure.reason === 'stale' && retries < 3) {
      retries += 1
      await reload(file, TOLD_BY_TAB)
      continue
    }
    const isRefused = asked.failure.reason !== 'failed'
    if (isRefused) waiting.set(file, [])
    tell(file, asked.failure.text)
    return
  }
}

const TOLD_BY_TAB = '这份文件也在另一个标签页里打开并修改了，这里显示的是最新的内容。'
const TOLD_BY_DISK = '磁盘上的文件变了，已载入新的内容。'

export function tell(file: string, told: string | null): void {
  const state = readyOf(file)
  if (state) $documents.setKey(file, { ...state, told })
}

/** When all that was typed has reached the server. */
export async function settled(file: string): Promise<void> {
  // What the server could not be asked for is tried once more.
  if (!sending.has(file) && waiting.get(file)?.length) change(file, [])
  await sending.get(file)
}

async function act<Answer extends OpenDocument | null>(
  file: string,
  asking: () => Promise<Asked<Answer>>,
): Promise<Asked<Answer>> {
  await settled(file)
  const asked = await asking()
  if (asked.ok && asked.answer) take(asked.answer)
  else if (asked.ok) $documents.setKey(file, { status: 'failed', error: '草稿已删除，没有留下文件。' })
  return asked
}

export const undo = (file: string) => act(file, () => ask(undoChange, { file, tab }))
export const redo = (file: string) => act(file, () => ask(redoChange, { file, tab }))
export const discard = (file: string) => act(file, () => ask(discardDraft, { file, tab }))

/** Where the disk has changed, `conflict` of the document says with what. */
export async function saveDocument(file: string): Promise<Asked<OpenDocument>> {
  const asked = await act(file, async () => {
    const { version = 0, savedSha = null } = readyOf(file) ?? {}
    return ask(saveDocumentCall, { file, version, savedSha, tab })
  })
  if (!asked.ok && asked.failure.reason !== 'failed') await reload(file, null)
  return asked
}

/** @returns the changes of one's own that found no place in what is on disk */
export async function settle(file: string, take: 'mine' | 'theirs' | 'merge'): Promise<string[]> {
  const asked = await act(file, () => ask(settleConflict, { file, take, tab }))
  if (!asked.ok) tell(file, asked.failure.text)
  return asked.ok ? asked.answer.left : []
}

export async function createDocument(wish: {
  collection: EditedCollection
  name: string
  from: 'template' | (string & {})
  id?: number
  title?: string
  withGolden?: boolean
}): Promise<Asked<OpenDocument>> {
  const { id, title, withGolden = false } = wish
  const asked = await ask(createDocumentCall, { ...wish, id, title, withGolden, tab })
  if (asked.ok) take(asked.answer)
  return asked
}

/** The problems of the file by itself, which it has anyway, and those that only the whole library knows. */
export async function checkWhole(file: string): Promise<Problem[]> {
  await settled(file)
  const asked = await ask(checkDocument, { file })
  const own = readyOf(file)?.problems ?? []
  return asked.ok && own.length === 0 ? asked.answer : own
}

/** Hears what other tabs and the disk do to open documents. */
export function followDocuments(): () => void {
  const hear = async ({ file, version, tab: other }: DocumentEvent) => {
    if (other === tab) return
    // What this tab has on its way may bring the same answer, or one from before it.
    await sending.get(file)
    const state = readyOf(file)
    if (!state || (version <= state.version && other !== null)) return
    void reload(file, other === null ? TOLD_BY_DISK : TOLD_BY_TAB)
  }
  import.meta.hot?.on(DOCUMENT_EVENT, hear)
  return () => import.meta.hot?.off(DOCUMENT_EVENT, hear)
}
