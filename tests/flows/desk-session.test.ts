import { afterEach, beforeEach, expect, test } from 'vitest'
import { shownDigits } from '../../server/testing/authenticator.ts'
import { NOT_PROVED, OPERATOR_HOURS } from '../../src/lib/contract/account/proof.ts'
import { type DeskRoom, endSessions, OPERATOR_PHONE, openDeskRoom } from './support/desk.ts'
import { logIn, openPage, settled, until } from './support/visitor.ts'

let room: DeskRoom
let stop: () => void

beforeEach(async () => {
  room = await openDeskRoom()
  await room.say('您好')
  const { desk, visitor } = room
  stop = desk.followDesk()
  await settled(visitor)
  await desk.queue.open({ state: 'all', assigned: 'all', q: '' }, 1)
  await desk.openDialogue(desk.queue.$state.get().page?.items[0]?.id ?? 0)
  // Pending answers would otherwise arrive hours later by the test's clock.
  await settled(visitor)
  desk.typedReply(1).write('写到一半')
})
afterEach(() => {
  stop()
  return room.close()
})

const kept = () => Object.keys(sessionStorage)

test('a logout in another tab leaves no company data and no typed text', async () => {
  const { desk } = room
  const otherTab = await openPage()
  await otherTab.logOutHere()
  await until(desk.$desk, ({ status }) => status === 'visitor')
  expect(desk.$dialogue.get()).toEqual({ status: 'closed' })
  expect(kept()).toEqual([])
})

test('neither does a logout here', async () => {
  const { desk, page } = room
  await page.logOutHere()
  desk.clearDesk()
  expect(desk.$dialogue.get()).toEqual({ status: 'closed' })
  expect(kept()).toEqual([])
})

test('an expired session leaves both; a colleague who logs in then has their own drafts', async () => {
  const { desk, page, visitor } = room
  await endSessions(visitor)
  await desk.enterDesk()
  expect(desk.$desk.get().status).toBe('operator')
  expect(desk.$dialogue.get().status).toBe('ready')
  visitor.waitSeconds(61)
  await logIn(page, visitor, '13900000001')
  await until(desk.$deskReturns, (returns) => returns === 1)
  expect(desk.typedReply(1).$text.get()).toBe('')
  desk.typedReply(1).write('同事写的')
  await endSessions(visitor)
  await desk.enterDesk()
  visitor.waitSeconds(61)
  await logIn(page, visitor, OPERATOR_PHONE)
  await until(desk.$deskReturns, (returns) => returns === 2)
  expect(desk.typedReply(1).$text.get()).toBe('写到一半')
})

test('a poll that wants the proof opens the dialog once; what is written waits for it, and says so', async () => {
  const { desk, visitor } = room
  const id = desk.queue.$state.get().page?.items[0]?.id ?? 0
  visitor.waitSeconds(OPERATOR_HOURS * 3600)
  await desk.refreshConversation(id)
  expect(desk.$proof.get().status).toBe('asking')
  desk.cancelProof()
  await until(desk.$deskTrouble, (text) => text === NOT_PROVED)
  await desk.refreshConversation(id)
  expect(desk.$proof.get().status).toBe('closed')
  await desk.sendReply(id, '请讲')
  await until(desk.$proof, ({ status }) => status === 'asking')
  expect(desk.$unsentReplies.get()).toMatchObject([{ reason: NOT_PROVED }])
  await desk.requestProofCode()
  await desk.enterProof(visitor.portal.codes.get(OPERATOR_PHONE) ?? '')
  await until(desk.$unsentReplies, (items) => items.length === 0)
  expect(desk.$deskTrouble.get()).toBeNull()
})

test('an operator with a second factor enters it, and the action continues', async () => {
  const { desk, visitor } = room
  const { clock } = visitor.portal
  const setUp = desk.setUpFactor()
  await until(desk.$proof, (state) => state.status === 'asking' && state.proof === 'set-up')
  const shown = await desk.openSetUp()
  if (!shown.ok) throw new Error(shown.text)
  const { key } = shown.value
  expect(await desk.enterCode('12345')).toMatchObject({ ok: false })
  expect(await desk.enterCode(shownDigits(key, clock.ms))).toMatchObject({ value: { length: 10 } })
  desk.finishProof()
  expect(await setUp).toBeUndefined()

  visitor.waitSeconds(OPERATOR_HOURS * 3600)
  const done = desk.changeMyName('小李')
  await until(desk.$proof, (state) => state.status === 'asking' && state.proof === 'factor')
  expect(await desk.enterCode('000000')).toMatchObject({ text: '验证码不正确或已使用过，请等下一个' })
  expect(await desk.enterCode(shownDigits(key, clock.ms))).toMatchObject({ ok: true })
  desk.finishProof()
  expect(await done).toBeUndefined()
  expect(desk.$desk.get()).toMatchObject({ name: '小李' })
})
