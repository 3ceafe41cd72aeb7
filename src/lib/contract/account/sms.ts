/** Verification codes by SMS (behaviour B5.1 and B5.2). */
import * as v from 'valibot'
import { isPhone, normalizePhone } from '../../rules/text/phone.ts'
import { defineCall } from '../call.ts'

export const SMS_CODE_DIGITS = 6
export const SMS_CODE_TTL_SECONDS = 300
export const SMS_CODE_TRIES = 5
/** The countdown of the button, and what the server enforces. */
export const SMS_RESEND_SECONDS = 60
export const SMS_PER_PHONE_HOURLY = 5
export const SMS_PER_PHONE_DAILY = 10
/** Of these, what only browsers and addresses get where the phone has logged in before. */
export const SMS_PER_PHONE_KEPT = 4
/** And of these, what only those browsers get: an address is shared with whoever uses the same router. */
export const SMS_PER_PHONE_KEPT_FOR_BROWSERS = 2
/** What one address may use up of a phone's codes where that phone has never logged in. */
export const SMS_PER_STRANGER_DAILY = 5
/** One address may be an office behind one router: wide enough for it, too narrow for a bombing. */
export const SMS_PER_ADDRESS_HOURLY = 100
/** A customer of a provider may have a whole IPv6 /48, and a cheap one of its own a /32. */
export const SMS_PER_NET_48_HOURLY = 300
export const SMS_PER_NET_32_HOURLY = 1000
export const SMS_GLOBAL_HOURLY = 5000
/**
 * Of these, what is kept for phones with an account, of that for those who have logged in there before,
 * and of that for those in whose browser it was.
 */
export const SMS_KEPT_FOR_ACCOUNTS = 1000
export const SMS_KEPT_FOR_KNOWN = 500
export const SMS_KEPT_FOR_BROWSERS = 250
/** Wrong tries of one address, in the life of a code, from which on its next codes cost the most work. */
export const SMS_TRIES_PER_ADDRESS = 50

/** Work is asked for from this share of a cap on; then it doubles step by step, until the cap is full. */
export const PUZZLE_FROM_SHARE = 0.5
export const PUZZLE_BITS_MIN = 12
export const PUZZLE_BITS_MAX = 18
export const PUZZLE_TTL_SECONDS = 300

export const SMS_TOO_OFTEN = '获取验证码过于频繁！'
export const PHONE_INVALID = '请输入正确的手机号'

/** As people write it (+86, blanks, full-width digits); read as its 11 digits. */
export const phone = v.pipe(
  v.string(PHONE_INVALID),
  v.transform(normalizePhone),
  v.check(isPhone, PHONE_INVALID),
)

/** Comes with a refusal 429: solve it and ask again with the proof (src/lib/rules/text/puzzle.ts). */
export const puzzle = v.object({ text: v.string(), bits: v.pipe(v.number(), v.integer(), v.maxValue(30)) })

export type Puzzle = v.InferOutput<typeof puzzle>

/**
 * The answer is the same for a known and an unknown phone. 429 with `retry_after` when asked too often, with `puzzle`
 * when many ask. The code opens something only in the browser that asked, known by a cookie.
 */
export const sendSms = defineCall({
  summary: '发送验证码',
  method: 'POST',
  path: '/main/api/v1/sms',
  access: 'visitor',
  rate: 'own',
  body: v.object({
    phone,
    proof: v.optional(
      v.object({
        puzzle: v.pipe(v.string(), v.maxLength(200)),
        nonce: v.pipe(v.string(), v.regex(/^\d{1,15}$/)),
      }),
    ),
  }),
  answer: v.object({ data: v.object({ expires_in: v.number(), retry_after: v.number() }) }),
})
