import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type ChatLab, insist, openChatLab, type Tab } from './support/chat-lab.ts'
import { until } from './support/visitor.ts'

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

describe('unread', () => {
  test('is equal in all tabs, and 0 once seen', async () => {
    const other = await lab.openTab()
    await tab.say('您好')
    await isSent(tab)
    for (const page of [tab, other]) page.closeChat()
    await lab.answer('一')
    await lab.answer('二')
    for (const page of [tab, other]) await insist(page.$chatUnread, (count) => count === 2)
    await other.openChat()
    await shows(other, '您好', '一', '二')
    other.seeChat()
    for (const page of [tab, other]) await until(page.$chatUnread, (count) => count === 0)
  })
})

describe('unread, on bad days', () => {
  test('having read is told again when it was not heard', async () => {
    await tab.say('您好')
    await isSent(tab)
    await lab.answer('一')
    await insist(tab.$chatUnread, (count) => count === 1)
    await shows(tab, '您好', '一')
    let lost = 0
    lab.proxy.choose = ({ method, target }) =>
      method === 'POST' && target.includes('/chat/resource') && lost++ === 0
        ? { kind: 'answer', status: 503, code: 'Busy' }
        : undefined
    tab.seeChat()
    await insist(tab.$chatUnread, (count) => count === 0)
    expect(lost).toBe(2)
  })
})

describe('topics of orders', () => {
  test('their unread messages count on the buttons of every tab until read', async () => {
    const other = await lab.openTab({ isOpen: false })
    tab.closeChat()
    await lab.addTopics(2)
    for (const page of [tab, other]) await insist(page.$topicsUnread, (count) => count === 2)
    const { order_id } = await lab.visitor.portal.db
      .selectFrom('conversations')
      .select('order_id')
      .where('kind', '=', 'advisory')
      .where('company_id', '>', 0)
      .executeTakeFirstOrThrow()
    await tab.openConsultation(Number(order_id))
    const state = tab.$consultation.get()
    const topicId = state.status === 'ready' ? state.topicId : 0
    const leave = tab.followTopic(Number(order_id), topicId)
    let lost = 0
    lab.proxy.choose = ({ method }) =>
      method === 'PUT' && lost++ === 0 ? { kind: 'answer', status: 503, code: 'Busy' } : undefined
    await insist(tab.dialogueOf(`topic:${topicId}`).$state, ({ status }) => status === 'ready')
    await tab.seeTopic(topicId)
    for (const page of [tab, other]) await insist(page.$topicsUnread, (count) => count === 1)
    leave()
    expect(lost, 'the first was not heard').toBe(2)
  })
})
