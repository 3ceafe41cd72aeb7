import { afterEach, beforeEach, expect, test } from 'vitest'
import { type ChatLab, insist, openChatLab, type Tab } from './support/chat-lab.ts'
import { until } from './support/visitor.ts'

const EVENTS = '/chat/events'

let lab: ChatLab
beforeEach(async () => {
  lab = await openChatLab()
})
afterEach(() => lab.close())

const shows = (page: Tab, ...texts: string[]) =>
  until(page.chatDialogue.$lines, () => page.texts().join() === texts.join())
const isSent = (page: Tab) => until(page.$unsent, ({ length }) => length === 0)
const asked = (part: string) => lab.visitor.requests.filter((call) => call.includes(part)).length

const soon = <Value>(what: () => Value) => expect.poll(what, { interval: 200 })

async function rest(): Promise<void> {
  await soon(() => asked(EVENTS)).toBeGreaterThan(0)
  await soon(() => lab.visitor.requests.splice(0)).toEqual([])
}

test('an answer is there without a poll of the rhythm: each tab asks once for it', async () => {
  const tabs = [await lab.openTab(), await lab.openTab()]
  await tabs[0]?.say('您好')
  for (const tab of tabs) await isSent(tab)
  await rest()
  await lab.answer('请讲')
  for (const tab of tabs) await shows(tab, '您好', '请讲')
})

test('a stream for each open chat; who closes the chat, or logs out, leaves it', async () => {
  const tabs = [await lab.openTab(), await lab.openTab()]
  const streams = () => lab.visitor.portal.streams.count
  await soon(streams).toBe(2)
  for (const tab of tabs) tab.closeChat()
  await soon(streams).toBe(0)
  tabs[0]?.openChat()
  await soon(streams).toBe(1)
  await tabs[0]?.logOutHere()
  await soon(streams).toBe(0)
})

test('without a working stream, polling continues', async () => {
  lab.proxy.choose = ({ target }) =>
    target.includes(EVENTS) ? { kind: 'answer', status: 502, code: 'Proxy' } : undefined
  const tab = await lab.openTab()
  await tab.say('您好')
  await isSent(tab)
  await lab.answer('请讲')
  await insist(tab.chatDialogue.$lines, () => tab.texts().join() === '您好,请讲')
})
