import { Window } from 'happy-dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ask } from '../api/ask.ts'
import { sendChatMessage } from '../contract/chat/chat.ts'
import { CHAT_TOO_OFTEN } from '../contract/chat/chat-message.ts'
import { sendInOrder } from './outbox.ts'
import { ON_ITS_WAY, putInOutbox, readOutbox } from './unsent.ts'

const OWNER = '1-1'
const TOO_OFTEN = { code: 429, message: CHAT_TOO_OFTEN, retry_after: 7 }

let answers: object[]
let posted: string[]

beforeEach(() => {
  answers = []
  posted = []
  vi.stubGlobal('localStorage', new Window().localStorage)
  vi.stubGlobal('fetch', async (_: string, { body }: RequestInit) => {
    const { client_id, detail } = JSON.parse(String(body))
    posted.push(detail)
    const data = { id: 1, seq: posted.length, type: 0, source: 0, detail, size: null, admin: null }
    const taken = { code: 200, data: { ...data, client_id, gmt_create: '2026-11-21T02:00:00.000Z' } }
    const answer = answers.shift() ?? taken
    return answer instanceof Response ? answer : Response.json(answer)
  })
})
afterEach(() => vi.unstubAllGlobals())

function write(...texts: string[]): void {
  for (const detail of texts) {
    const at = new Date().toISOString()
    const message = { type: 0, detail, size: null, client_id: crypto.randomUUID(), at } as const
    putInOutbox({ ...message, owner: OWNER, place: 'chat', ...ON_ITS_WAY })
  }
}

async function empty() {
  const waits: number[] = []
  const told: object[] = []
  await sendInOrder({
    owner: OWNER,
    post: async ({ type, detail, client_id }) => {
      const { data } = await ask(sendChatMessage, { body: { type, detail, client_id } })
      return data
    },
    signal: new AbortController().signal,
    pause: async () => {},
    wait: async (ms) => {
      waits.push(ms)
      const [{ reason, isDelayed } = ON_ITS_WAY] = readOutbox(OWNER)
      told.push({ reason, isDelayed })
    },
    onSent: () => {},
    onChange: () => {},
    endsSession: () => false,
  })
  return { waits, told }
}

test('sent too often: it waits as long as the server says, tells so, and goes on in the same order', async () => {
  write('一', '二')
  answers = [TOO_OFTEN]
  expect(await empty()).toEqual({
    waits: [7000],
    told: [{ reason: '发送过于频繁，请稍后再试（约 7 秒后自动重发）', isDelayed: true }],
  })
  expect(posted).toEqual(['一', '一', '二'])
  expect(readOutbox(OWNER)).toEqual([])
})

test.each([
  [429, '2', 2000],
  [503, '30', 30_000],
  [429, undefined, 1000],
  [429, '86400', 600_000],
])(
  'what stands before the portal answers %i, Retry-After %s: it is sent later',
  async (status, after, waitMs) => {
    write('一')
    answers = [new Response('{"code":429}', { status, ...(after && { headers: { 'retry-after': after } }) })]
    expect((await empty()).waits).toEqual([waitMs])
    expect(posted).toEqual(['一', '一'])
    expect(readOutbox(OWNER)).toEqual([])
  },
)

test('what is refused for good stays with the words of the server, and lets the next one pass', async () => {
  write('一', '二')
  answers = [{ code: 409, message: '咨询暂停服务' }]
  expect((await empty()).waits).toEqual([])
  expect(posted).toEqual(['一', '二'])
  expect(readOutbox(OWNER)).toMatchObject([{ detail: '一', reason: '咨询暂停服务', isRefused: true }])
})
