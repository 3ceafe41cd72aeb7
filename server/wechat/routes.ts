import { CODES } from '../../src/lib/contract/envelope.ts'
import { shareSignature } from '../../src/lib/contract/policies/share.ts'
import { Refusal } from '../http/refusal.ts'
import { type Mount, route } from '../http/route.ts'
import { isOwnOrigin } from '../http/same-origin.ts'

export const wechatRoutes: Mount[] = [
  route(shareSignature, async ({ query: { url }, services: { wechat }, context }) => {
    if (!wechat) throw new Refusal(CODES.none, '本站没有开通微信分享')
    if (!isOwnOrigin(context, new URL(url))) throw new Refusal(CODES.invalid, '只能分享本站的页面')
    return wechat.sign(url)
  }),
]
