/** First logins: customer, company, session and welcome message arrive together. */
import { checkSession } from '../../../src/lib/contract/account/customer.ts'
import { listMessages } from '../../../src/lib/contract/account/message.ts'
import { ask, attempt } from '../call.ts'
import type { Person, Welcome } from '../people.ts'
import type { Work } from './work.ts'

/** A login that was cut off does not resume: its code may be used up. */
export function logins(welcome: Welcome): Work {
  return {
    name: '登录',
    act: async (origin) => {
      const person = await welcome(origin)
      return (after) => whatIsMissing(after, person)
    },
    resume: async () => [],
  }
}

async function whatIsMissing(origin: string, { phone, cookie }: Person): Promise<string[]> {
  const session = await attempt({ origin, cookie }, checkSession, {})
  if (!session.answer) return [`${phone} 的会话`]
  const { result } = await ask({ origin, cookie }, listMessages, { query: {} })
  return result.total === 1 ? [] : [`${phone} 的欢迎消息：${result.total} 条`]
}
