import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type ChatLab, fillHistory, insist, openChatLab, type Tab } from './support/chat-lab.ts'
import { logIn, until } from './support/visitor.ts'

let lab: ChatLab
let tab: Tab

beforeEach(async () => {
  lab = await openChatLab()
  tab = await lab.openTab()
})
afterEach(() => lab.close())

const shows = (page: Tab, ...texts: string[]) =>
  until(page.chatDialogue.$lines, () => page.texts().join() === texts.join())
const isSent = (page: Tab) => until(page.$unsent, ({ length }) => length === 0)

describe('sending', () => {
  test('shows at once what is said, and keeps its place when it is sent', async () => {
    expect(tab.say('您好')).toBeUndefined()
    await until(tab.chatDialogue.$lines, ({ length }) => length === 1)
    const [before] = tab.chatDialogue.$lines.get()
    expect(before).toMatchObject({ own: true, state: { status: 'sending' } })
    await isSent(tab)
    await shows(tab, '您好')
    expect(tab.chatDialogue.$lines.get()).toEqual([
      { ...before, state: { status: 'sent' }, at: expect.any(String) },
    ])
    expect(await lab.said()).toEqual(['您好'])
  })
})

test('a history of 10,000 loads page by page, without gap or repeat, while new messages arrive', async () => {
  await tab.say('第 1 条')
  await isSent(tab)
  await fillHistory(lab, 10_000)
  const fresh = await lab.openTab()
  const arrived: string[] = []
  expect(fresh.texts()).toHaveLength(100)
  for (let page = 2; fresh.chatDialogue.$state.get(); page++) {
    const state = fresh.chatDialogue.$state.get()
    if (state.status !== 'ready' || state.older.status !== 'more') break
    if (page % 10 === 0) {
      arrived.push(`新消息 ${page}`)
      await lab.answer(`新消息 ${page}`)
      await fresh.chatDialogue.refresh()
    }
    await fresh.chatDialogue.loadOlder()
  }
  const history = Array.from({ length: 10_000 }, (_, index) => `第 ${index + 1} 条`)
  expect(fresh.texts()).toEqual([...history, ...arrived])
  expect(arrived).toHaveLength(10)
})

describe('all consultations', () => {
  const listed = (page: Tab) => {
    const state = page.$consultations.get()
    return state.status === 'idle' ? [] : state.items.map(({ kind, title }) => title || kind)
  }

  test("the chat and the orders' topics, newest first, page by page, with unread counts", async () => {
    await tab.say('您好')
    await isSent(tab)
    await lab.addTopics(24)
    await tab.openConsultations()
    expect(listed(tab)).toHaveLength(20)
    expect(listed(tab)[0]).toBe('话题 24')
    await tab.loadMoreConsultations()
    expect(listed(tab)).toEqual([...Array.from({ length: 24 }, (_, index) => `话题 ${24 - index}`), 'chat'])
    expect(tab.$consultations.get()).toMatchObject({ status: 'ready', total: 25 })
  })
})

test('a failed history shows the reason once, and new messages meanwhile', async () => {
  lab.proxy.choose = ({ target }) =>
    target.includes('/chat/detail') ? { kind: 'answer', status: 503, code: 'Busy' } : undefined
  const fresh = await lab.openTab({ isAwaited: false })
  await insist(fresh.chatDialogue.$state, ({ status }) => status === 'failed')
  const seen: string[] = []
  fresh.chatDialogue.$state.listen(({ status }) => seen.push(status))
  await fresh.say('有人吗')
  expect(fresh.texts()).toEqual(['有人吗'])
  await fresh.chatDialogue.load()
  expect(seen).toEqual(['failed'])
  lab.proxy.choose = () => undefined
  await insist(fresh.chatDialogue.$state, ({ status }) => status === 'ready')
  await shows(fresh, '有人吗')
  expect(seen).not.toContain('loading')
})

describe('a refusal', () => {
  test('stays with its words until the person tries again, and lets later messages pass', async () => {
    const refuse: typeof lab.proxy.choose = ({ method }) =>
      method === 'POST' ? { kind: 'answer', status: 413, code: 'TooLarge' } : undefined
    lab.proxy.choose = refuse
    await tab.say('一')
    await until(tab.$unsent, ([first]) => first?.isRefused === true)
    lab.proxy.choose = () => undefined
    await tab.say('二')
    await until(tab.$unsent, ({ length }) => length === 1)
    await shows(tab, '二', '一')
    const [line] = tab.$unsent.get()
    await tab.resend(line?.client_id ?? '')
    await isSent(tab)
    expect(await lab.said()).toEqual(['二', '一'])
  })
})

describe('a session that expires while the chat is open', () => {
  const endSessions = () =>
    lab.visitor.portal.db.deleteFrom('sessions').where('customer_id', '>', 0).execute()
  const isAsked = () => until(tab.$session, ({ topShow }) => topShow)
  const comeBack = async () => {
    lab.visitor.waitSeconds(61)
    await logIn(tab, lab.visitor)
    await until(tab.$chat, ({ status }) => status === 'open')
  }

  test('and is noticed by a message first: after the login the chat returns, and the message is sent', async () => {
    await endSessions()
    await tab.say('还在吗')
    await isAsked()
    await comeBack()
    await insist(tab.$unsent, ({ length }) => length === 0)
    expect(await lab.said()).toEqual(['还在吗'])
  })
})

describe('logging out', () => {
  test('discards unsent messages in all tabs, and the next person has their own', async () => {
    lab.proxy.choose = ({ method }) =>
      method === 'POST' ? { kind: 'answer', status: 413, code: 'TooLarge' } : undefined
    const other = await lab.openTab()
    await tab.say('不该留下的话')
    await until(tab.$unsent, ([first]) => first?.isRefused === true)
    lab.proxy.choose = () => undefined
    await tab.logOutHere()
    for (const page of [tab, other]) {
      await until(page.$owner, (owner) => owner === null)
      expect(page.$unsent.get()).toEqual([])
      expect(page.$chat.get()).toEqual({ status: 'closed' })
    }
    expect(JSON.stringify(localStorage)).not.toContain('不该留下的话')
  })
})
