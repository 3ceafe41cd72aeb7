/** What an operator sends arrives in the order of writing, once, and never in another operator's name. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
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
const isSending = ({ reason }: { reason: string | null }) => reason === null
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
  for (const text of texts) await desk.sendReply(id, text)
  for (let tries = 0; tries < 2; tries++) {
    await vi.waitUntil(() => faults > tries, 90_000)
    await settled(visitor)
    backOnline()
  }
  await until(desk.$unsentReplies, (items) => items.length === 0)
  expect(await heard()).toEqual(texts)
})

test('a line that stays away is told, and what waits goes by itself when it is back', async () => {
  const { desk, visitor } = room
  visitor.network = OFFLINE
  await desk.sendReply(id, '第一句')
  await desk.sendReply(id, '第二句')
  const [first, second] = await until(desk.$unsentReplies, ([item]) => (item?.reason ?? null) !== null)
  const reason = '网络连接失败，请检查网络后重试'
  expect(first).toMatchObject({ reason, isRefused: false })
  expect(second && isSending(second), 'it waits for the first').toBe(true)
  visitor.online()
  desk.retryReply(first?.client_id ?? '')
  await until(desk.$unsentReplies, (items) => items.length === 0)
  expect(await heard()).toEqual(['第一句', '第二句'])
})

test('what the server refuses is told, and holds up nothing', async () => {
  const { desk, visitor } = room
  visitor.network = (pass) =>
    isReply(visitor.requests.at(-1)) ? answering({ code: 400, message: '这条消息不能发送' })(pass) : pass()
  await desk.sendReply(id, '第一句')
  await until(desk.$unsentReplies, ([item]) => (item?.reason ?? null) !== null)
  visitor.online()
  await desk.sendReply(id, '第二句')
  await until(desk.$unsentReplies, (items) => items.length === 1)
  expect(await heard()).toEqual(['第二句'])
  expect(desk.$unsentReplies.get()).toMatchObject([
    { detail: '第一句', reason: '这条消息不能发送', isRefused: true },
  ])
})

test('what the server refused is taken back to be changed', async () => {
  const { desk, visitor } = room
  visitor.network = (pass) =>
    isReply(visitor.requests.at(-1)) ? answering({ code: 400, message: '这条消息不能发送' })(pass) : pass()
  await desk.sendReply(id, '第一句')
  await until(desk.$unsentReplies, ([item]) => (item?.reason ?? null) !== null)
  const line = desk.$lines.get().at(-1)
  expect(line?.state).toMatchObject({ status: 'failed', reason: '这条消息不能发送', isRefused: true })
  const typed = desk.typedReply(id)
  typed.write('第二句')
  if (line) await desk.takeBackReply(typed, line)
  expect(desk.$lines.get().map(({ detail }) => detail)).toEqual([{ kind: 'text', text: '您好' }])
  expect(typed.$text.get()).toBe('第一句\n第二句')
  expect(desk.typedReply(id).$text.get(), 'also after a reload').toBe('第一句\n第二句')
})

test('what is tried again at that moment is not taken back as well', async () => {
  const { desk, visitor } = room
  visitor.network = (pass) =>
    isReply(visitor.requests.at(-1)) ? answering({ code: 400, message: '这条消息不能发送' })(pass) : pass()
  await desk.sendReply(id, '第一句')
  await until(desk.$unsentReplies, ([item]) => (item?.reason ?? null) !== null)
  const line = desk.$lines.get().at(-1)
  visitor.online()
  desk.retryReply(line?.key ?? '')
  const typed = desk.typedReply(id)
  if (line) await desk.takeBackReply(typed, line)
  expect(typed.$text.get()).toBe('')
  await until(desk.$unsentReplies, (items) => items.length === 0)
  expect(await heard()).toEqual(['第一句'])
})

test('a reply that arrived stands where it belongs', async () => {
  const { desk, visitor } = room
  await room.say('还有一个问题')
  await desk.sendReply(id, '第一句')
  await until(desk.$lines, (lines) => lines.at(-1)?.state.status === 'sent')
  await vi.waitUntil(async () => (await heard()).length === 1, 90_000)
  await settled(visitor)
  backOnline()
  await until(desk.$lines, () => desk.log()?.upTo === 3)
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
  await desk.sendReply(id, '第一句')
  await desk.sendReply(id, '第二句')
  await until(desk.$unsentReplies, (items) => items.length === 0)
  expect(await heard()).toEqual(['第一句', '第二句'])
})

test('after a session that ended, everything goes in order when the same operator is back', async () => {
  const { desk, visitor, page } = room
  const stop = desk.followDesk()
  await endSessions(visitor)
  await desk.sendReply(id, '第一句')
  await desk.sendReply(id, '第二句')
  await until(desk.$unsentReplies, (items) => items.length === 2 && !items.some(isSending))
  visitor.waitSeconds(61)
  await logIn(page, visitor, OPERATOR_PHONE)
  await until(desk.$deskReturns, (returns) => returns === 1)
  await until(desk.$unsentReplies, (items) => items.length === 0)
  expect(await heard()).toEqual(['第一句', '第二句'])
  stop()
})

test('a colleague who logs in over it finds nothing to send in his own name', async () => {
  const { desk, visitor, page } = room
  const stop = desk.followDesk()
  await endSessions(visitor)
  await desk.sendReply(id, '第一句')
  await until(desk.$unsentReplies, ([item]) => (item?.reason ?? null) !== null)
  visitor.waitSeconds(61)
  await logIn(page, visitor, '13900000001')
  await until(desk.$deskReturns, (returns) => returns === 1)
  expect(desk.$unsentReplies.get()).toEqual([])
  stop()
  await settled(visitor)
  expect(await heard()).toEqual([])
})

test('after the logout nothing is left to be sent', async () => {
  const { desk, visitor, page } = room
  visitor.network = OFFLINE
  await desk.sendReply(id, '第一句')
  await until(desk.$unsentReplies, ([item]) => (item?.reason ?? null) !== null)
  visitor.online()
  await page.logOutHere()
  desk.clearDesk()
  expect(desk.$unsentReplies.get()).toEqual([])
  backOnline()
  await settled(visitor)
  expect(await heard()).toEqual([])
})

/** Long enough for a reply to go out, if there were one that may. */
async function quietness(): Promise<void> {
  for (let round = 0; round < 20; round++) await settled(room.visitor)
}
const hasFailed = ([item]: readonly { reason: string | null }[]) => (item?.reason ?? null) !== null

describe('a reply that is not sent yet', () => {
  test('survives a reload, keeps its place, and is sent once', async () => {
    const { desk, visitor } = room
    // The server takes the first one, and nobody hears of it.
    visitor.network = async (pass) => {
      if (!isReply(visitor.requests.at(-1))) return pass()
      if ((await heard()).length === 0) await pass()
      return OFFLINE(pass)
    }
    for (const text of ['第一句', '第二句']) await desk.sendReply(id, text)
    const [first] = await until(desk.$unsentReplies, hasFailed)
    const anew = await room.reload()
    await anew.openDialogue(id)
    expect(await until(anew.$unsentReplies, ({ length }) => length === 2)).toMatchObject([
      { client_id: first?.client_id, detail: '第一句' },
      { detail: '第二句' },
    ])
    expect(anew.$lines.get().map(({ detail }) => detail)).toMatchObject([
      { text: '您好' },
      { text: '第一句' },
      { text: '第二句' },
    ])
    visitor.online()
    await until(anew.$unsentReplies, ({ length }) => length === 0)
    expect(await heard()).toEqual(['第一句', '第二句'])
  })

  test('goes out in the order of writing from two tabs, once', async () => {
    const { desk, visitor } = room
    const other = await room.openTab()
    visitor.network = (pass) => (isReply(visitor.requests.at(-1)) ? OFFLINE(pass) : pass())
    await desk.sendReply(id, '第一句')
    await other.sendReply(id, '第二句')
    await desk.sendReply(id, '第三句')
    await until(other.$unsentReplies, ({ length }) => length === 3)
    visitor.online()
    for (const tab of [desk, other]) await until(tab.$unsentReplies, ({ length }) => length === 0)
    expect(await heard()).toEqual(['第一句', '第二句', '第三句'])
  })

  test('is sent by nobody but its writer, also after a reload', async () => {
    const { desk, visitor, page } = room
    await endSessions(visitor)
    await desk.sendReply(id, '第一句')
    await until(desk.$unsentReplies, hasFailed)
    visitor.waitSeconds(61)
    await logIn(page, visitor, '13900000001')
    const colleagues = await room.reload()
    expect(colleagues.$desk.get().status).toBe('operator')
    expect(colleagues.$unsentReplies.get()).toEqual([])
    await quietness()
    expect(await heard()).toEqual([])
    await endSessions(visitor)
    visitor.waitSeconds(61)
    await logIn(page, visitor, OPERATOR_PHONE)
    const own = await room.reload()
    await until(own.$unsentReplies, ({ length }) => length === 0)
    await vi.waitUntil(async () => (await heard()).length === 1, 90_000)
    expect(await heard()).toEqual(['第一句'])
  })

  test('is gone after a logout, also for its writer', async () => {
    const { desk, visitor, page } = room
    visitor.network = OFFLINE
    await desk.sendReply(id, '第一句')
    await until(desk.$unsentReplies, hasFailed)
    visitor.online()
    await page.logOutHere()
    desk.clearDesk()
    visitor.waitSeconds(61)
    await logIn(page, visitor, OPERATOR_PHONE)
    const anew = await room.reload()
    expect(anew.$unsentReplies.get()).toEqual([])
    await quietness()
    expect(await heard()).toEqual([])
  })

  test('does not hold the page: nothing is lost by leaving it', async () => {
    const { desk, visitor } = room
    visitor.network = OFFLINE
    await desk.sendReply(id, '第一句')
    await until(desk.$unsentReplies, hasFailed)
    const leaving = new (window as typeof globalThis).Event('beforeunload', { cancelable: true })
    expect(window.dispatchEvent(leaving)).toBe(true)
  })
})
