/** A fake of WeChat's platform: tests can expire its tokens, and count requests. */
import { type Asked, openUpstream, type Reply } from './open-upstream.ts'

export const APP = { appId: 'wx0123456789abcdef', appSecret: 'geheim-schluessel' }

/** Close it after the test. */
export async function openFakeWeChat() {
  const upstream = await openUpstream((asked) => fake.answer(asked))
  const fake = {
    url: upstream.url,
    close: upstream.close,
    tokenNumber: 1,
    ticketNumber: 1,
    expiresIn: 7200,
    /** Takes the place of the normal answers. */
    answer: answer as (asked: Asked) => Reply | Promise<Reply>,
    countToken: () => count('/cgi-bin/stable_token'),
    countTicket: () => count('/cgi-bin/ticket/getticket'),
  }
  const count = (path: string) => upstream.asked.filter(({ target }) => target.startsWith(path)).length

  function answer({ method, target, body }: Asked): Reply {
    const { pathname, searchParams } = new URL(target, 'http://wechat.test')
    if (`${method} ${pathname}` === 'POST /cgi-bin/stable_token') {
      const { grant_type, appid, secret } = JSON.parse(body)
      if (grant_type !== 'client_credential') return refuse(40002)
      if (appid !== APP.appId) return refuse(40013)
      if (secret !== APP.appSecret) return refuse(40125)
      return { body: { access_token: `token-${fake.tokenNumber}`, expires_in: fake.expiresIn } }
    }
    if (`${method} ${pathname}` !== 'GET /cgi-bin/ticket/getticket') return { status: 404, body: '' }
    if (searchParams.get('type') !== 'jsapi') return refuse(40097)
    if (searchParams.get('access_token') !== `token-${fake.tokenNumber}`) return refuse(40001)
    const ticket = `ticket-${fake.ticketNumber}`
    return { body: { errcode: 0, errmsg: 'ok', ticket, expires_in: fake.expiresIn } }
  }
  return fake
}

export type FakeWeChat = Awaited<ReturnType<typeof openFakeWeChat>>

/** The message repeats the request's secret, like the real service. */
export function refuse(errcode: number): Reply {
  return { body: { errcode, errmsg: `${APP.appSecret} rid: 1` } }
}
