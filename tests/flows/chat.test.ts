/** The chat from its stores to the database, over a real line: sending, hearing, going back in time, unread. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type ChatLab, openChatLab, type Tab } from './support/chat-lab.ts'
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

describe('sending', () => {
  test('shows at once what is said, and keeps its place when it is sent', async () => {
    const told = tab.say('您好')
    await until(tab.chatDialogue.$lines, ({ length }) => length === 1)
    const [before] = tab.chatDialogue.$lines.get()
    expect(before).toMatchObject({ own: true, state: { status: 'sending' } })
    expect(await told).toBeUndefined()
    await isSent(tab)
    await shows(tab, '您好')
    expect(tab.chatDialogue.$lines.get()).toEqual([
      { ...before, state: { status: 'sent' }, at: expect.any(String) },
    ])
    expect(await lab.said()).toEqual(['您好'])
  })

  test('two tabs show the same, in the order of writing', async () => {
    const other = await lab.openTab()
    await tab.say('一')
    await other.say('二')
    await tab.say('三')
    for (const page of [tab, other]) await shows(page, '一', '二', '三')
    await isSent(tab)
    expect(await lab.said()).toEqual(['一', '二', '三'])
  })
})

test('one of three tabs asks the server, and all hear the answer', async () => {
  const others = [await lab.openTab(), await lab.openTab()]
  await tab.say('您好')
  for (const page of [tab, ...others]) await shows(page, '您好')
  await isSent(tab)
  await lab.answer('请讲')
  lab.visitor.requests.length = 0
  others[1]?.closeChat()
  others[1]?.openChat()
  for (const page of [tab, ...others]) await shows(page, '您好', '请讲')
  const polls = lab.visitor.requests.filter((call) => call.includes('?after='))
  expect(polls.length).toBeLessThanOrEqual(2)
})
