/** The operators' queue with ten thousand conversations: each call by itself, then twenty desks that are open. */
import { CONVERSATIONS_PER_PAGE } from '../../src/lib/contract/operator/conversation.ts'
import { type Calls, openCalls, pause, spread } from './calls.ts'
import { makeChats } from './many-chats.ts'
import { startPortal } from './portal.ts'

const CONVERSATIONS = 10_000
const MESSAGES = 12
const DESKS = 20
const TURNS = 200
const POLL_MS = 5000
const ROUNDS = 6
const LIST = '/operator/api/v1/conversations'
const LAST_PAGE = CONVERSATIONS / CONVERSATIONS_PER_PAGE

const CALLS: Record<string, string> = {
  '待回复，第一页': LIST,
  未读: `${LIST}?state=unread`,
  我负责的: `${LIST}?state=all&assigned=mine`,
  '全部，第一页': `${LIST}?state=all`,
  '全部，最后一页': `${LIST}?state=all&page=${LAST_PAGE}`,
  '搜索，一个': `${LIST}?state=all&q=${encodeURIComponent('科技4321有限')}`,
  '搜索，全部': `${LIST}?state=all&q=${encodeURIComponent('有限公司')}`,
  '搜索，没有': `${LIST}?state=all&q=${encodeURIComponent('没有这家')}`,
}

interface Row {
  次数: number
  总数: number
  'p50 毫秒': number
  'p99 毫秒': number
  失败: number
}

/** Rows for a table. */
export async function measureOperatorQueue(): Promise<Record<string, Row>> {
  const { operators, ...chats } = await makeChats({
    companies: CONVERSATIONS,
    messages: MESSAGES,
    operators: DESKS + Object.keys(CALLS).length,
    loggedIn: 0,
  })
  const portal = startPortal(chats)
  const calls = openCalls(await portal.listening(), DESKS)
  try {
    const rows: Record<string, Row> = {}
    // Each call by somebody else, or the limit of calls would refuse most (behaviour B4.9).
    for (const [index, [name, path]] of Object.entries(CALLS).entries())
      rows[name] = await repeat(calls, operators[DESKS + index] ?? '', path)
    const desks = operators.slice(0, DESKS)
    rows[`${DESKS} 个工作台，每 5 秒各查一次队列和对话`] = await openDesks(calls, desks)
    return rows
  } finally {
    calls.close()
    portal.stop()
  }
}

async function repeat({ call, failed }: Calls, cookie: string, path: string): Promise<Row> {
  const failedBefore = failed()
  const { body } = await call({ cookie, path })
  const tookMs: number[] = []
  for (let turn = 0; turn < TURNS; turn++) tookMs.push((await call({ cookie, path })).ms)
  return toRow(tookMs, body.result?.total ?? 0, failed() - failedBefore)
}

/** As at the desk: the list that is shown, and what is new in the conversation that is open. */
async function openDesks({ call, failed }: Calls, operators: readonly string[]): Promise<Row> {
  const failedBefore = failed()
  const tookMs: number[] = []
  const desks = operators.map(async (cookie, index) => {
    await pause((index / operators.length) * POLL_MS)
    const { body } = await call({ cookie, path: LIST })
    const { id, last_seq } = body.result.items[index % CONVERSATIONS_PER_PAGE]
    const list = Object.values(CALLS)[index % 3] ?? LIST
    for (let round = 0; round < ROUNDS; round++) {
      const answers = await Promise.all([
        call({ cookie, path: list }),
        call({ cookie, path: `${LIST}/${id}/messages?after=${last_seq}` }),
      ])
      tookMs.push(...answers.map(({ ms }) => ms))
      await pause(POLL_MS)
    }
  })
  await Promise.all(desks)
  return toRow(tookMs, CONVERSATIONS, failed() - failedBefore)
}

function toRow(tookMs: readonly number[], total: number, failed: number): Row {
  const { p50, p99 } = spread(tookMs)
  return { 次数: tookMs.length, 总数: total, 'p50 毫秒': p50, 'p99 毫秒': p99, 失败: failed }
}
