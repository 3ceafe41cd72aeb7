/** Verification codes by SMS (behaviour B5.1 and B5.2). */
import * as v from 'valibot'
import { isPhone, normalizePhone } from '../../rules/text/phone.ts'
import { defineCall } from '../call.ts'

export const SMS_CODE_DIGITS = 6
export const SMS_CODE_TTL_SECONDS = 300
export const SMS_CODE_TRIES = 5
export const SMS_RESEND_SECONDS = 60
export const SMS_PER_PHONE_HOURLY = 5
export const SMS_PER_PHONE_DAILY = 10
/** Part of these that only browsers and addresses with an earlier login of this phone get. */
export const SMS_PER_PHONE_KEPT = 4
/** Part of that for those browsers alone: other people share an address behind the same router. */
export const SMS_PER_PHONE_KEPT_FOR_BROWSERS = 2
/** Codes of one phone that one address may use up, where that phone has never logged in. */
export const SMS_PER_STRANGER_DAILY = 5
/** Enough for an office behind one router, too few for an SMS flood. */
export const SMS_PER_ADDRESS_HOURLY = 100
/** A provider's customer may have a whole IPv6 /48, and a cheap provider a /32. */
export const SMS_PER_NET_48_HOURLY = 300
export const SMS_PER_NET_32_HOURLY = 1000
export const SMS_GLOBAL_HOURLY = 5000
/** Reserved parts: for phones with an account; besides, for addresses with an earlier login; of these, for browsers with one. */
export const SMS_KEPT_FOR_ACCOUNTS = 1000
export const SMS_KEPT_FOR_KNOWN = 500
export const SMS_KEPT_FOR_BROWSERS = 250

export const SMS_TOO_OFTEN = '获取验证码过于频繁！'
export const PHONE_INVALID = '请输入正确的手机号'

export const phone = v.pipe(
  v.string(PHONE_INVALID),
  v.transform(normalizePhone),
  v.check(isPhone, PHONE_INVALID),
)

/**
 * The answer is the same for a known and an unknown phone. 429 with `retry_after` after too many requests. The code is valid
 * only in the browser that requested it, identified by a cookie.
 */
export const sendSms = defineCall({
  summary: '发送验证码',
  method: 'POST',
  path: '/main/api/v1/sms',
  access: 'visitor',
  rate: 'own',
  body: v.object({ phone }),
  answer: v.object({ data: v.object({ expires_in: v.number(), retry_after: v.number() }) }),
})
