import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type DeskRoom, endSessions, OPERATOR_PHONE, openDeskRoom } from './support/desk.ts'
import { answering, logIn, OFFLINE, settled, until } from './support/visitor.ts'

let room: DeskRoom
let id: number

beforeEach(async () => {
  room = await openDeskRoom()
  await room.say('您好')
  const { desk } = room
  await desk.queue.open({ state: 'all', assigned: 'all', q: '' }, 1)
  id = desk.queue.$state.get().page?.items[0]?.id ?? 0
  await desk.openDialogue(id)
})
afterEach(() => room.close())

/** The operators' messages on the server, in order, read without a session. */
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

test('a connection that stays broken is reported, and waiting replies go out when it returns', async () => {
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

test('a refusal is reported, and holds up nothing', async () => {
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

async function quietness(): Promise<void> {
  for (let round = 0; round < 20; round++) await settled(room.visitor)
}
const hasFailed = ([item]: readonly { reason: string | null }[]) => (item?.reason ?? null) !== null

describe('an unsent reply', () => {
  test('survives a reload, keeps its place, and is sent once', async () => {
    const { desk, visitor } = room
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

  test('is sent only by its writer, also after a reload', async () => {
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
})
