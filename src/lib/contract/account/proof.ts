/** A logged-in person proves their identity again before an irreversible action (behaviour B4.8). */
import * as v from 'valibot'
import { defineCall } from '../call.ts'
import { captcha } from './customer.ts'
import { sendSms } from './sms.ts'

/** Lifetime of a proof: for `fresh` calls, and for operators' calls. */
export const FRESH_MINUTES = 15
export const OPERATOR_HOURS = 12

export const NOT_PROVED = '为了企业的安全，请先验证是您本人'
export const PROOF_FAILED = '验证码不正确或已失效'

/** The required proof, sent with the refusal 403. For operators also a second factor, or its set-up. */
export const PROOFS = ['code', 'factor', 'set-up'] as const

export type Proof = (typeof PROOFS)[number]

/** Without `captcha` it sends a code to the person's own phone. A wrong, used or expired code: 400. */
export const prove = defineCall({
  summary: '向本人手机发送验证码，验证是本人',
  method: 'POST',
  path: '/customer/api/v1/login/proof',
  access: 'company',
  body: v.object({ captcha: v.optional(captcha) }),
  answer: v.partial(sendSms.answer),
})
