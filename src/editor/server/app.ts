/** The workbench's calls in `astro dev`. Only its own page, on the same machine, may make them. */
import type { HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { HTTPException } from 'hono/http-exception'
import * as v from 'valibot'
import { newDocument } from '../../lib/content/templates.ts'
import { type Answers, CALL_BYTES, CALLS, CALLS_PATH, type CallName, type InputOf } from '../calls.ts'
import { type Change, collectionOf } from '../document.ts'
import { formOf } from '../form-schema.ts'
import { changeText, type Documents, dataOf, refusal } from './documents.ts'

export function makeEditorApp(documents: Documents) {
  const answers = answersOf(documents)
  const app = new Hono<{ Bindings: Partial<HttpBindings> }>()
  app.use(async (context, next) => {
    const remote = context.env?.incoming?.socket.remoteAddress
    if (mayCall(context.req.raw.headers, remote)) return next()
    throw refusal(403, '只有本机上打开的编辑页面可以这样做。请重新打开页面。')
  })
  app.use(
    bodyLimit({
      maxSize: CALL_BYTES,
      onError: (context) => context.json({ text: '内容太大，没有保存。' }, 413),
    }),
  )
  for (const name of Object.keys(CALLS) as CallName[]) {
    app.post(CALLS_PATH + name, async (context) => {
      const input = v.safeParse(CALLS[name], await context.req.json().catch(() => undefined))
      if (!input.success) throw refusal(422, '请求的格式不对。')
      return context.json((await answers[name](input.output as never)) as object | null)
    })
  }
  app.onError((error, context) => {
    if (error instanceof HTTPException) return context.json({ text: error.message }, error.status)
    console.error(error)
    return context.json({ text: '出错了，详情见运行 npm run dev 的窗口。' }, 500)
  })
  return app
}

const LOOPBACK = /^(127(\.\d+){3}|::1|::ffff:127(\.\d+){3})$/
const OWN_HOST = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/

/** Returns whether an address is this machine's, under a name that no foreign DNS can assign. */
export function isLocal(host: string | null | undefined, remote: string | undefined): boolean {
  return remote !== undefined && LOOPBACK.test(remote) && OWN_HOST.test(host ?? '')
}

/** No other site can send the page's own origin, and a name that leads to this machine is another host. */
function mayCall(headers: Headers, remote: string | undefined): boolean {
  const host = headers.get('host')
  return (
    isLocal(host, remote) &&
    headers.get('origin') === `http://${host}` &&
    (headers.get('sec-fetch-site') ?? 'same-origin') === 'same-origin'
  )
}

type Answering = { [Name in CallName]: (input: InputOf<Name>) => Promise<Answers[Name]> | Answers[Name] }

function answersOf(documents: Documents): Answering {
  return {
    list: () => documents.list(),
    form: ({ collection }) => formOf(collection),
    open: ({ file }) => documents.open(file),
    change: ({ file, changes, tab }) => documents.change(file, changes as Change[], tab),
    act: (input) => documents.act(input),
    check: ({ file }) => documents.libraryProblems(file),
    async create({ collection, name, from, id, title, tab }) {
      const file = `${collection}/${String(id).padStart(3, '0')}-${name}.md`
      if (from === undefined) {
        const changes = [{ path: ['title'], value: title }]
        return documents.add(file, changeText(file, newDocument(collection, id), changes), tab)
      }
      if (collectionOf(from) !== collection) throw refusal(422, '只能从同一类的内容复制。')
      const { text } = await documents.open(from)
      return documents.add(file, changeText(file, text, copyChanges(dataOf(from, text).data, id, title)), tab)
    },
  }
}

function copyChanges(data: unknown, id: number, title: string): Change[] {
  const old = (data ?? {}) as { id?: number; benefit?: { main?: string } }
  const only = ['ref', 'grants', 'checked', 'from'].map((field) => ({ path: [field] }))
  const [owner, own] = old.benefit?.main?.split('.') ?? []
  return [
    { path: ['id'], value: id },
    { path: ['title'], value: title },
    { path: ['draft'], value: true },
    ...only,
    // Names the copy's own number without the id, which would refer to the original's number.
    ...(own !== undefined && owner === String(old.id) ? [{ path: ['benefit', 'main'], value: own }] : []),
  ]
}
