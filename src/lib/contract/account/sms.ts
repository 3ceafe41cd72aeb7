/** Verification codes by SMS (behaviour B5.1 and B5.2). */
import * as v from 'valibot'
import { isPhone } from '../../rules/text/phone.ts'
import { defineCall } from '../call.ts'

export const SMS_CODE_DIGITS = 6
export const SMS_CODE_TTL_SECONDS = 300
export const SMS_CODE_TRIES = 5
/** The countdown of the button, and what the server enforces. */
export const SMS_RESEND_SECONDS = 60
export const SMS_PER_PHONE_HOURLY = 5
export const SMS_PER_PHONE_DAILY = 10
/** One address may be an office behind one router: wide enough for it, too narrow for a bombing. */
export const SMS_PER_ADDRESS_HOURLY = 100
export const SMS_GLOBAL_HOURLY = 5000

export const SMS_TOO_OFTEN = '获取验证码过于频繁！'
export const PHONE_INVALID = '请输入正确的手机号'

export const phone = v.pipe(v.string(PHONE_INVALID), v.trim(), v.check(isPhone, PHONE_INVALID))

/** The answer is the same for a known and an unknown phone. 429 with `retry_after` when asked too often. */
export const sendSms = defineCall({
  summary: '发送验证码',
  method: 'POST',
  path: '/main/api/v1/sms',
  access: 'visitor',
  body: v.object({ phone }),
  answer: v.object({ data: v.object({ expires_in: v.number(), retry_after: v.number() }) }),
})
