import { createHash, randomBytes } from 'node:crypto'
import type { AnswerOf } from '../../src/lib/contract/call.ts'
import type { shareSignature } from '../../src/lib/contract/policies/share.ts'
import {
  fetchAccessToken,
  fetchOpenid,
  fetchTicket,
  isTokenRefused,
  sendTemplate,
  type TemplateMessage,
  type WeChatSettings,
} from './platform.ts'
import { type FreshToken, keepTokens } from './tokens.ts'

export interface WeChat {
  sign: (pageUrl: string) => Promise<AnswerOf<typeof shareSignature>>
  /** Returns the page of WeChat on which a person agrees to an id for the portal. @param backTo page of ours */
  authorizeUrl: (backTo: string, state: string) => string
  openidOf: (code: string) => Promise<string>
  /** Missing without a template. @throws GatewayError */
  tell?: (message: TemplateMessage) => Promise<void>
}

export function openWeChat(settings: WeChatSettings, now: () => number): WeChat {
  const { appId } = settings
  const tokens = keepTokens(now)
  const accessToken = () => tokens.get('token', () => fetchAccessToken(settings, now()))

  /** Retries with a new token if the platform refuses the kept one. */
  async function withToken<Value>(act: (token: string) => Promise<Value>): Promise<Value> {
    const token = await accessToken()
    try {
      return await act(token)
    } catch (error) {
      if (!isTokenRefused(error)) throw error
      tokens.drop('token', token)
      return act(await accessToken())
    }
  }

  const freshTicket = (): Promise<FreshToken> => withToken((token) => fetchTicket(settings, token, now()))

  return {
    authorizeUrl(backTo, state) {
      const url = new URL('/connect/oauth2/authorize', 'https://open.weixin.qq.com')
      const fields = {
        appid: appId,
        redirect_uri: backTo,
        response_type: 'code',
        scope: 'snsapi_base',
        state,
      }
      url.search = new URLSearchParams(fields).toString()
      url.hash = 'wechat_redirect'
      return url.href
    },
    openidOf: (code) => fetchOpenid(settings, code),
    ...(settings.templateId !== undefined && {
      tell: (message) => withToken((token) => sendTemplate(settings, token, message)),
    }),
    async sign(url) {
      const ticket = await tokens.get('ticket', freshTicket)
      const nonceStr = randomBytes(8).toString('hex')
      const timestamp = Math.floor(now() / 1000)
      return { appId, timestamp, nonceStr, signature: signPage({ ticket, nonceStr, timestamp, url }) }
    },
  }
}

interface SignedPage {
  ticket: string
  nonceStr: string
  timestamp: number
  /** As the page sees its own address; the fragment does not count. */
  url: string
}

/** SHA-1 in hex over the raw values, keys in lower case and in the order of the alphabet. */
export function signPage({ ticket, nonceStr, timestamp, url }: SignedPage): string {
  const [address] = url.split('#')
  return createHash('sha1')
    .update(`jsapi_ticket=${ticket}&noncestr=${nonceStr}&timestamp=${timestamp}&url=${address}`)
    .digest('hex')
}
