import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { joinCompany } from '../../server/testing/chat-room.ts'
import { type ChatLab, insist, openChatLab, type Tab } from './support/chat-lab.ts'

let lab: ChatLab
let tab: Tab
let first: { orderId: number; topicId: number }
let second: typeof first

beforeEach(async () => {
  lab = await openChatLab()
  tab = await lab.openTab({ isOpen: false })
  await lab.addTopics(2)
  const topics = await lab.visitor.portal.db
    .selectFrom('conversations')
    .select(['id as topicId', 'order_id as orderId'])
    .where('kind', '=', 'advisory')
    .where('company_id', '>', 0)
    .orderBy('id')
    .execute()
  const [one, two] = topics.map(({ topicId, orderId }) => ({ topicId, orderId: Number(orderId) }))
  if (!one || !two) throw new Error('no topics')
  first = one
  second = two
})
afterEach(() => lab.close())

function hold(ending: string, what: 'question' | 'answer' = 'answer'): () => void {
  const pass = fetch
  let letGo = () => {}
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
    if (what === 'question' && path.endsWith(ending)) await held
    const answer = await pass(path, init)
    if (path.endsWith(ending)) await held
    return answer
  })
  return letGo
}

const groupsOf = ({ orderId }: typeof first) => `/advisory/${orderId}/groups`
const shownTopic = (page: Tab) => {
  const state = page.$consultation.get()
  return state.status === 'ready' ? state.topics.find(({ id }) => id === state.topicId) : undefined
}

describe('a late answer for another order than the open one', () => {
  test('shows nothing: messages go to the open order', async () => {
    const letGo = hold(groupsOf(first))
    const late = tab.openConsultation(first.orderId)
    await tab.openConsultation(second.orderId)
    letGo()
    await late
    expect(shownTopic(tab)).toMatchObject({ advisory_id: second.orderId })
  })
})

describe('a topic that is closed', () => {
  const isClosed = (page: Tab) => insist(page.$consultation, () => shownTopic(page)?.closed === true)
  const show = async (page: Tab) => {
    await page.openConsultation(first.orderId)
    const leave = page.followTopic(first.orderId, first.topicId)
    await insist(page.dialogueOf(`topic:${first.topicId}`).$state, ({ status }) => status === 'ready')
    return leave
  }

  test('elsewhere by a colleague is closed here with the next poll, in every tab', async () => {
    const other = await lab.openTab({ isOpen: false })
    const leave = [await show(tab), await show(other)]
    const colleague = await joinCompany(lab.visitor.portal, '13800000002', Number(tab.$companyId.get()))
    await colleague.put(`/startup/api/v1/advisory/group/${first.topicId}`, { closed: true })
    for (const page of [tab, other]) await isClosed(page)
    for (const end of leave) end()
  })
})
