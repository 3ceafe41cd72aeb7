/** The calls of the workbench in `astro dev`, and who may make them: the page of this very start, on this machine. */
import { timingSafeEqual } from 'node:crypto'
import type { HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import * as v from 'valibot'
import { newDocument } from '../../lib/content/templates.ts'
import {
  CALL_BYTES,
  CALLS_PATH,
  type CallFailure,
  changeDocument,
  checkDocument,
  compareDocument,
  createDocumentCall,
  discardDraft,
  type EditorCall,
  listDocuments,
  openDocumentCall,
  readForm,
  redoChange,
  saveDocumentCall,
  settleConflict,
  TOKEN_HEADER,
  undoChange,
} from '../calls.ts'
import { type Change, collectionOf, goldenOf } from '../document.ts'
import { formOf } from '../form-schema.ts'
import { changeText, type Documents, dataOf, Refusal } from './documents.ts'

const STATUS = {
  refused: 403,
  invalid: 422,
  missing: 404,
  exists: 409,
  stale: 409,
  changed_on_disk: 409,
  failed: 500,
} as const satisfies Record<CallFailure['reason'], number>

/** Answers a call; `input` is as its schema says. */
export type Answering = <Input, Answer>(
  call: EditorCall<Input, Answer>,
  handle: (input: Input) => Promise<Answer> | Answer,
) => void

export function makeEditorApp({ documents, token }: { documents: Documents; token: string }) {
  const app = new Hono<{ Bindings: Partial<HttpBindings> }>()
  app.use(async (context, next) => {
    const remote = context.env?.incoming?.socket.remoteAddress
    if (mayCall(context.req.raw.headers, remote, token)) return next()
    return context.json(failure('refused', '只有本机上打开的编辑页面可以这样做。请重新打开页面。'), 403)
  })
  app.use(
    bodyLimit({
      maxSize: CALL_BYTES,
      onError: (context) => context.json(failure('invalid', '内容太大，没有保存。'), 413),
    }),
  )
  const answer: Answering = (call, handle) => {
    app.post(CALLS_PATH + call.name, async (context) => {
      const input = v.safeParse(call.input, await context.req.json().catch(() => undefined))
      if (!input.success) return context.json(failure('invalid', '请求的格式不对。'), 422)
      try {
        return context.json((await handle(input.output)) as object | null)
      } catch (error) {
        if (error instanceof Refusal) {
          return context.json(failure(error.reason, error.message), STATUS[error.reason])
        }
        console.error(error)
        return context.json(failure('failed', '出错了，详情见运行 npm run dev 的窗口。'), 500)
      }
    })
  }
  answerDocuments(answer, documents)
  return { fetch: app.fetch, answer }
}

const failure = (reason: CallFailure['reason'], text: string): CallFailure => ({ reason, text })

const LOOPBACK = /^(127(\.\d+){3}|::1|::ffff:127(\.\d+){3})$/
const OWN_HOST = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/

/** Whether an address is that of this machine, called by a name that nobody else can give it. */
export function isLocal(host: string | null | undefined, remote: string | undefined): boolean {
  return remote !== undefined && LOOPBACK.test(remote) && OWN_HOST.test(host ?? '')
}

function mayCall(headers: Headers, remote: string | undefined, token: string): boolean {
  const host = headers.get('host')
  const given = Buffer.from(headers.get(TOKEN_HEADER) ?? '')
  const own = Buffer.from(token)
  return (
    isLocal(host, remote) &&
    headers.get('origin') === `http://${host}` &&
    (headers.get('sec-fetch-site') ?? 'same-origin') === 'same-origin' &&
    given.length === own.length &&
    timingSafeEqual(given, own)
  )
}

function answerDocuments(answer: Answering, documents: Documents): void {
  answer(listDocuments, () => documents.list())
  answer(readForm, ({ collection }) => formOf(collection))
  answer(openDocumentCall, ({ file }) => documents.open(file))
  answer(changeDocument, ({ file, version, changes, tab }) =>
    documents.change(file, version, changes as Change[], tab),
  )
  answer(undoChange, ({ file, tab }) => documents.step(file, 'undo', tab))
  answer(redoChange, ({ file, tab }) => documents.step(file, 'redo', tab))
  answer(discardDraft, ({ file, tab }) => documents.discard(file, tab))
  answer(saveDocumentCall, ({ file, version, savedSha, tab }) => documents.save(file, version, savedSha, tab))
  answer(settleConflict, ({ file, take, tab }) => documents.settle(file, take, tab))
  answer(compareDocument, ({ file }) => documents.textsOf(file))
  answer(checkDocument, ({ file }) => documents.libraryProblems(file))
  answer(createDocumentCall, async ({ collection, name, from, id: wished, title, withGolden, tab }) => {
    const id = wished ?? (await documents.nextId(collection))
    const file = `${collection}/${String(id).padStart(3, '0')}-${name}.md`
    if (from === 'template') {
      const text = newDocument(collection, id)
      return documents.add(
        file,
        title ? changeText(file, text, [{ path: ['title'], value: title }]) : text,
        tab,
      )
    }
    if (collectionOf(from) !== collection) throw new Refusal('invalid', '只能从同一类的内容复制。')
    const { text } = await documents.textsOf(from)
    const { data } = dataOf(from, text)
    const copy = await documents.add(file, changeText(file, text, copyChanges(data, id, title)), tab)
    const [golden, oldGolden] = [goldenOf(file), goldenOf(from)]
    if (withGolden && golden && oldGolden) {
      const companies = await documents.textsOf(oldGolden)
      await documents.add(golden, renameQuestions(companies.text, (data as { id?: unknown }).id, id), tab)
    }
    return copy
  })
}

/** Companies answer a policy's own questions by its id: 16.software. */
function renameQuestions(text: string, old: unknown, id: number): string {
  return text.replace(new RegExp(`(?<=[\\s{,"'])${old}\\.(?=[a-z]\\w*["']?:)`, 'g'), `${id}.`)
}

/** What a copy does not take over: what there may be once only, and what somebody did for the other one. */
function copyChanges(data: unknown, id: number, title: string | undefined): Change[] {
  const old = (data ?? {}) as { id?: number; title?: string; benefit?: { main?: string } }
  const only = ['ref', 'grants', 'checked', 'from'].map((field) => ({ path: [field] }))
  const main = old.benefit?.main
  const [owner, own] = main?.split('.') ?? []
  return [
    { path: ['id'], value: id },
    { path: ['title'], value: title ?? `${old.title ?? ''}（副本）` },
    { path: ['draft'], value: true },
    ...only,
    // Its own number by its name alone: with the id it would be the number of the other one.
    ...(own !== undefined && owner === String(old.id) ? [{ path: ['benefit', 'main'], value: own }] : []),
  ]
}
