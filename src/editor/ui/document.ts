/** The documents open in this tab. Typed text is shown at once; the server turns it into file text. */
import { map } from 'nanostores'
import type { Problem } from '../../lib/content/load/yaml-fields.ts'
import {
  type ActName,
  type Answers,
  CALLS_PATH,
  type CallName,
  DOCUMENT_EVENT,
  type DocumentEvent,
  type InputOf,
  type OpenDocument,
} from '../calls.ts'
import { type Change, changeData, collectionOf, type EditedCollection } from '../document.ts'

export interface ReadyDocument extends OpenDocument {
  status: 'ready'
  collection: EditedCollection | null
  told: string | null
}

export type DocumentState = { status: 'loading' } | { status: 'failed'; error: string } | ReadyDocument

export const $documents = map<Record<string, DocumentState>>({})

/** Returns the documents to save or settle first, with golden companies and registers changed on the way. */
export function unsavedOf(documents: Record<string, DocumentState>): ReadyDocument[] {
  return Object.values(documents).filter(
    (state) => state.status === 'ready' && (state.dirty || state.conflict !== null),
  ) as ReadyDocument[]
}

export function dataOf(state: DocumentState | undefined): unknown {
  return state?.status === 'ready' ? state.data : undefined
}

/** Every tab is a separate writer, also in the same browser. */
const tab = crypto.randomUUID()

export type Asked<Answer> =
  | { ok: true; answer: Answer }
  /** `isLost`: asking again may help. */
  | { ok: false; text: string; isLost: boolean }

export async function ask<Name extends CallName>(
  name: Name,
  input: Omit<InputOf<Name>, 'tab'>,
): Promise<Asked<Answers[Name]>> {
  const isChange = !['list', 'form', 'open', 'check'].includes(name)
  try {
    const response = await fetch(CALLS_PATH + name, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...input, ...(isChange && { tab }) }),
    })
    const answer = await response.json()
    return response.ok ? { ok: true, answer } : { ...answer, ok: false, isLost: response.status >= 500 }
  } catch {
    const text = '连不上 npm run dev，请看它是否还在运行。没有保存的修改还在这里。'
    return { ok: false, text, isLost: true }
  }
}

const waiting = new Map<string, Change[]>()
const sending = new Map<string, Promise<void>>()

export async function openDocument(file: string): Promise<void> {
  if ($documents.get()[file]?.status === 'ready') return
  $documents.setKey(file, { status: 'loading' })
  await reload(file, null)
}

async function reload(file: string, told: string | null): Promise<void> {
  const asked = await ask('open', { file })
  // The conflict itself reports a change of both sides.
  if (asked.ok) take(asked.answer, asked.answer.conflict ? null : told)
  else $documents.setKey(file, { status: 'failed', error: asked.text })
}

function take(open: OpenDocument, told: string | null): void {
  const collection = collectionOf(open.file)
  show({ ...open, status: 'ready', collection, told }, waiting.get(open.file) ?? [])
}

function show(state: ReadyDocument, changes: readonly Change[]): void {
  const written = changes.findLast((change) => 'body' in change)
  $documents.setKey(state.file, {
    ...state,
    data: changeData(state.data, changes),
    body: written?.body ?? state.body,
    dirty: state.dirty || changes.length > 0,
  })
}

function readyOf(file: string): ReadyDocument | undefined {
  const state = $documents.get()[file]
  return state?.status === 'ready' ? state : undefined
}

/** Shows a change at once; the server follows, in order. */
export function change(file: string, changes: readonly Change[]): void {
  const state = readyOf(file)
  if (!state) return
  waiting.set(file, [...(waiting.get(file) ?? []), ...changes])
  show(state, changes)
  if (sending.has(file)) return
  const sent = send(file).finally(() => sending.delete(file))
  sending.set(file, sent)
}

async function send(file: string): Promise<void> {
  for (let changes = waiting.get(file); changes?.length; changes = waiting.get(file)) {
    waiting.set(file, [])
    const asked = await ask('change', { file, changes })
    if (asked.ok) {
      take(asked.answer, readyOf(file)?.told ?? null)
      continue
    }
    // Changes of a failed request are sent again with the next change.
    if (asked.isLost) waiting.set(file, [...changes, ...(waiting.get(file) ?? [])])
    return tell(file, asked.text)
  }
}

export function tell(file: string, told: string | null): void {
  const state = readyOf(file)
  if (state) $documents.setKey(file, { ...state, told })
}

export async function settled(file: string): Promise<void> {
  if (!sending.has(file) && waiting.get(file)?.length) change(file, [])
  await sending.get(file)
}

/** Runs an action on the whole document and shows the result; the answer has the reason of a refusal. */
export async function act(name: ActName, file: string): Promise<Asked<OpenDocument | null>> {
  await settled(file)
  const asked = await ask('act', { act: name, file, version: readyOf(file)?.version ?? 0 })
  if (!asked.ok) await reload(file, asked.text)
  else if (asked.answer) take(asked.answer, null)
  else $documents.setKey(file, { status: 'failed', error: '草稿已删除，没有留下文件。' })
  return asked
}

export async function checkWhole(file: string): Promise<Problem[]> {
  await settled(file)
  const own = readyOf(file)?.problems ?? []
  const asked = await ask('check', { file })
  return asked.ok && own.length === 0 ? asked.answer : own
}

export function followDocuments(): () => void {
  const hear = async ({ file, version, tab: other }: DocumentEvent) => {
    if (other === tab) return
    // The answer to this tab's pending request may be this version or a later one.
    await sending.get(file)
    const state = readyOf(file)
    if (!state || version <= state.version) return
    const by = other === null ? '磁盘上的文件变了' : '这份文件也在另一个标签页里打开并修改了'
    void reload(file, `${by}，这里显示的是最新的内容。`)
  }
  import.meta.hot?.on(DOCUMENT_EVENT, hear)
  return () => import.meta.hot?.off(DOCUMENT_EVENT, hear)
}
