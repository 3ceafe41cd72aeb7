/** What an operator sends arrives in the order of writing, once, and never in another operator's name. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type DeskRoom, endSessions, OPERATOR_PHONE, openDeskRoom } from './support/desk.ts'
import { answering, logIn, OFFLINE, settled, until } from './support/visitor.ts'

let room: DeskRoom
let id: number

beforeEach(async () => {
  room = await openDeskRoom()
  await room.say('您好')
  const { desk } = room
  await desk.openQueue({ state: 'all', assigned: 'all', q: '' }, 1)
  id = desk.$queue.get().page?.items[0]?.id ?? 0
  await desk.openDialogue(id)
})
afterEach(() => room.close())

/** What the server has of the operators, in order: sessions may be over. */
const heard = async () =>
  (
    await room.visitor.portal.db
      .selectFrom('chat_messages')
      .select('detail')
      .where('conversation_id', '=', id)
      .where('side', '=', 'operator')
      .orderBy('seq')
      .execute()
  ).map(({ detail }) => detail)
const isSending = ({ state }: { state: { status: string } }) => state.status === 'sending'
const backOnline = () => window.dispatchEvent(new window.Event('online'))
const isReply = (request: string | undefined) => request?.startsWith('POST ') === true

test.each([
  ['a cut line', OFFLINE],
  ['an error of the server', answering('', 503)],
])('%s holds up what was written later, and then everything comes in order', async (_, fault) => {
  const { desk, visitor } = room
  let faults = 0
  visitor.network = (pass) => {
    if (!isReply(visitor.requests.at(-1)) || faults === 2) return pass()
    faults += 1
    return fault(pass)
  }
  const texts = ['第一句', '第二句', '第三句']
  for (const text of texts) desk.sendReply(id, text)
  for (let tries = 0; tries < 2; tries++) {
    await vi.waitUntil(() => faults === tries + 1)
    await settled(visitor)
    backOnline()
  }
  await until(desk.$outgoing, (items) => items.length === 0)
  expect(await heard()).toEqual(texts)
})

test('a line that stays away is told, and what waits goes by itself when it is back', async () => {
  const { desk, visitor } = room
  visitor.network = OFFLINE
  desk.sendReply(id, '第一句')
  desk.sendReply(id, '第二句')
  const [first, second] = await until(desk.$outgoing, ([item]) => item?.state.status === 'failed')
  const reason = '网络连接失败，请检查网络后重试'
  expect(first?.state).toMatchObject({ status: 'failed', reason, isRefused: false })
  expect(second && isSending(second), 'it waits for the first').toBe(true)
  visitor.online()
  desk.retryReply(first?.clientId ?? '')
  await until(desk.$outgoing, (items) => items.length === 0)
  expect(await heard()).toEqual(['第一句', '第二句'])
})

test('what the server refuses is told, and holds up nothing', async () => {
  const { desk, visitor } = room
  visitor.network = (pass) =>
    isReply(visitor.requests.at(-1)) ? answering({ code: 400, message: '这条消息不能发送' })(pass) : pass()
  desk.sendReply(id, '第一句')
  await until(desk.$outgoing, ([item]) => item?.state.status === 'failed')
  visitor.online()
  desk.sendReply(id, '第二句')
  await until(desk.$outgoing, (items) => items.length === 1)
  expect(await heard()).toEqual(['第二句'])
  expect(desk.$outgoing.get()).toMatchObject([
    { detail: '第一句', state: { status: 'failed', reason: '这条消息不能发送' } },
  ])
})

test('what the server refused is taken back to be changed, and the page can be left again', async () => {
  const { desk, visitor } = room
  const asksToStay = () =>
    !window.dispatchEvent(new (window as typeof globalThis).Event('beforeunload', { cancelable: true }))
  visitor.network = (pass) =>
    isReply(visitor.requests.at(-1)) ? answering({ code: 400, message: '这条消息不能发送' })(pass) : pass()
  desk.sendReply(id, '第一句')
  await until(desk.$outgoing, ([item]) => item?.state.status === 'failed')
  expect(asksToStay()).toBe(true)
  const line = desk.$lines.get().at(-1)
  expect(line?.state).toMatchObject({ status: 'failed', reason: '这条消息不能发送', isRefused: true })
  desk.keepDraft(desk.replyDraft(id), '第二句')
  if (line) desk.takeBackReply(id, line)
  expect(desk.$lines.get().map(({ detail }) => detail)).toEqual([{ kind: 'text', text: '您好' }])
  expect(desk.readDraft(desk.replyDraft(id))).toBe('第一句\n第二句')
  expect(asksToStay()).toBe(false)
})

test('what is tried again at that moment is not taken back as well', async () => {
  const { desk, visitor } = room
  visitor.network = (pass) =>
    isReply(visitor.requests.at(-1)) ? answering({ code: 400, message: '这条消息不能发送' })(pass) : pass()
  desk.sendReply(id, '第一句')
  await until(desk.$outgoing, ([item]) => item?.state.status === 'failed')
  const line = desk.$lines.get().at(-1)
  visitor.online()
  desk.retryReply(line?.key ?? '')
  if (line) desk.takeBackReply(id, line)
  expect(desk.readDraft(desk.replyDraft(id))).toBe('')
  await until(desk.$outgoing, (items) => items.length === 0)
  expect(await heard()).toEqual(['第一句'])
})

test('a reply that arrived stands where it belongs, and only what waits holds the page', async () => {
  const { desk, visitor } = room
  await room.say('还有一个问题')
  desk.sendReply(id, '第一句')
  await until(desk.$lines, (lines) => lines.at(-1)?.state.status === 'sent')
  await vi.waitUntil(async () => (await heard()).length === 1)
  await settled(visitor)
  backOnline()
  await until(desk.$dialogue, (state) => state.status === 'ready' && state.upTo === 3)
  expect(desk.$lines.get().map(({ detail }) => detail)).toMatchObject([
    { text: '您好' },
    { text: '还有一个问题' },
    { text: '第一句' },
  ])
})

test('too many within a minute wait as long as the server says', async () => {
  const { desk, visitor } = room
  let refused = 0
  visitor.network = (pass) => {
    if (!isReply(visitor.requests.at(-1)) || refused > 0) return pass()
    refused += 1
    return answering({ code: 429, message: '发送过于频繁，请稍后再试', retry_after: 0 })(pass)
  }
  desk.sendReply(id, '第一句')
  desk.sendReply(id, '第二句')
  await until(desk.$outgoing, (items) => items.length === 0)
  expect(await heard()).toEqual(['第一句', '第二句'])
})

test('after a session that ended, everything goes in order when the same operator is back', async () => {
  const { desk, visitor, page } = room
  const stop = desk.followDesk()
  await endSessions(visitor)
  desk.sendReply(id, '第一句')
  desk.sendReply(id, '第二句')
  await until(desk.$outgoing, (items) => items.length === 2 && !items.some(isSending))
  visitor.waitSeconds(61)
  await logIn(page, visitor, OPERATOR_PHONE)
  await until(desk.$deskReturns, (returns) => returns === 1)
  await until(desk.$outgoing, (items) => items.length === 0)
  expect(await heard()).toEqual(['第一句', '第二句'])
  stop()
})

test('a colleague who logs in over it finds nothing to send in his own name', async () => {
  const { desk, visitor, page } = room
  const stop = desk.followDesk()
  await endSessions(visitor)
  desk.sendReply(id, '第一句')
  await until(desk.$outgoing, ([item]) => item?.state.status === 'failed')
  visitor.waitSeconds(61)
  await logIn(page, visitor, '13900000001')
  await until(desk.$deskReturns, (returns) => returns === 1)
  expect(desk.$outgoing.get()).toEqual([])
  stop()
  await settled(visitor)
  expect(await heard()).toEqual([])
})

test('after the logout nothing is left to be sent', async () => {
  const { desk, visitor, page } = room
  visitor.network = OFFLINE
  desk.sendReply(id, '第一句')
  await until(desk.$outgoing, ([item]) => item?.state.status === 'failed')
  visitor.online()
  await page.logOutHere()
  desk.clearDesk()
  expect(desk.$outgoing.get()).toEqual([])
  backOnline()
  await settled(visitor)
  expect(await heard()).toEqual([])
})
