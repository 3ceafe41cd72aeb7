import { listChatMessages, sendChatMessage } from '../../../src/lib/contract/chat/chat.ts'
import { CHAT_TEXT } from '../../../src/lib/contract/chat/chat-message.ts'
import { ask } from '../call.ts'
import { type Person, shared, type Welcome } from '../people.ts'
import type { Check, Work } from './work.ts'

/** Below a company's limit for a minute, and one page of its history. */
const POSTS_PER_COMPANY = 40

interface Post {
  person: Person
  clientId: string
  text: string
}

export function chatPosts(welcome: Welcome): Work {
  const sender = shared(welcome, POSTS_PER_COMPANY)
  const unanswered = new Set<Post>()
  let posts = 0

  const send = async (origin: string, post: Post): Promise<Check> => {
    const body = { type: CHAT_TEXT, detail: post.text, client_id: post.clientId } as const
    const { data } = await ask({ origin, cookie: post.person.cookie }, sendChatMessage, { body })
    unanswered.delete(post)
    return (after) => whatIsMissing(after, post, data.seq)
  }

  return {
    name: '咨询消息',
    act: async (origin) => {
      const person = await sender(origin)
      const turn = ++posts
      const post = { person, clientId: `post-${turn}`, text: `第 ${turn} 条咨询` }
      unanswered.add(post)
      return send(origin, post)
    },
    resume: async (origin) => {
      const checks: Check[] = []
      for (const post of [...unanswered]) checks.push(await send(origin, post))
      return checks
    },
  }
}

async function whatIsMissing(
  origin: string,
  { person, clientId, text }: Post,
  seq: number,
): Promise<string[]> {
  const { result } = await ask({ origin, cookie: person.cookie }, listChatMessages, { query: {} })
  const { items, total } = result
  const same = items.filter((message) => message.client_id === clientId)
  const [first] = same
  const isThere = same.length === 1 && first?.seq === seq && first.detail === text
  const isCounted = items.length === total && items.every((message, index) => message.seq === index + 1)
  return [
    ...(isThere ? [] : [`${person.phone} 的“${text}”：${same.length} 条，序号 ${first?.seq}，应为 ${seq}`]),
    ...(isCounted ? [] : [`${person.phone} 的消息序号：${items.map((message) => message.seq).join()}`]),
  ]
}
