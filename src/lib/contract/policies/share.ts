/** Signature for sharing a page in WeChat (behaviour B13.1). */
import * as v from 'valibot'
import { defineCall } from '../call.ts'

export const PAGE_ADDRESS_LIMIT = 2048
const PAGE_ADDRESS_WORDS = '页面地址不正确'

/** Whether the address has the browser's own spelling (`location.href`): WeChat compares it letter by letter. */
function isPageAddress(text: string): boolean {
  if (!/^https?:/.test(text) || !URL.canParse(text)) return false
  const { href, username, password } = new URL(text)
  return href === text && username === '' && password === ''
}

/** The page's address with or without its fragment. A page of another site: 400. No WeChat account: 404. */
export const shareSignature = defineCall({
  summary: '微信分享的签名',
  method: 'GET',
  path: '/wechat/api/v1/share/signature',
  access: 'visitor',
  // Many people of one mobile network open a shared page at once.
  rate: { burst: 3000, perMinute: 3000 },
  query: v.object({
    url: v.pipe(
      v.string(PAGE_ADDRESS_WORDS),
      v.maxLength(PAGE_ADDRESS_LIMIT, '页面地址过长'),
      v.check(isPageAddress, PAGE_ADDRESS_WORDS),
    ),
  }),
  answer: v.object({
    appId: v.string(),
    /** Seconds since 1970: a number, as the JS-SDK takes it. */
    timestamp: v.number(),
    nonceStr: v.string(),
    signature: v.string(),
  }),
})
