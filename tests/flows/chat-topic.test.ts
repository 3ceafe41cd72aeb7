/** The topic that a person brings to the chat: the experts receive it despite failures, and it ends by itself. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { CHAT_GAP_MS } from '../../src/lib/rules/chat/chat-time.ts'
import { type ChatLab, openChatLab, type Tab } from './support/chat-lab.ts'
import { until } from './support/visitor.ts'

const TOPIC = { policy_id: 12, topic: '研发补贴' }

let lab: ChatLab
let tab: Tab

beforeEach(async () => {
  lab = await openChatLab()
  tab = await lab.openTab()
})
afterEach(() => lab.close())

/** The operators' view. */
const told = () =>
  lab.visitor.portal.db
    .selectFrom('conversations')
    .select(['title', 'policy_id'])
    .where('kind', '=', 'chat')
    .where('company_id', '>', 0)
    .executeTakeFirst()

test('opened from elsewhere the chat goes on about it, but not when that dialogue is over', async () => {
  tab.beginTopic(TOPIC)
  await until(tab.$conversation, (known) => known?.topic === '研发补贴')
  await tab.say('能申报吗')
  await until(tab.$unsent, ({ length }) => length === 0)
  lab.visitor.portal.clock.ms += CHAT_GAP_MS + 1000
  const openAgain = async () => {
    lab.visitor.requests.length = 0
    tab.beginTopic({})
    const asked = () => lab.visitor.requests.filter((call) => call === 'POST /customer/api/v1/chat/resource')
    await expect.poll(asked).toHaveLength(1)
  }
  await openAgain()
  expect(await told(), 'it waits for an answer').toMatchObject({ title: '研发补贴' })
  await lab.answer('可以')
  await openAgain()
  expect(await told(), 'it was answered just now').toMatchObject({ title: '研发补贴' })
  lab.visitor.portal.clock.ms += CHAT_GAP_MS + 1000
  await openAgain()
  await until(tab.$chatTopic, (topic) => topic === '')
  expect(await told()).toEqual({ title: '', policy_id: null })
})
