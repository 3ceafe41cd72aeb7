/** Who has a session proves once more who he is, before what cannot be undone (behaviour B4.8). */
import * as v from 'valibot'
import { defineCall } from '../call.ts'
import { captcha } from './customer.ts'
import { sendSms } from './sms.ts'

/** How long a proof is good for: for calls that are `fresh`, and for those of operators. */
export const FRESH_MINUTES = 15
export const OPERATOR_HOURS = 12

export const NOT_PROVED = '为了企业的安全，请先验证是您本人'
export const PROOF_FAILED = '验证码不正确或已失效'

/** What is asked for; it comes with the refusal 403. Of operators also a second factor, or to set one up. */
export const PROOFS = ['code', 'factor', 'set-up'] as const

export type Proof = (typeof PROOFS)[number]

/** A code to the phone of who is logged in. Refused as `sendSms` is. */
export const sendProofCode = defineCall({
  summary: '向本人手机发送验证码',
  method: 'POST',
  path: '/customer/api/v1/login/proof/code',
  access: 'company',
  answer: sendSms.answer,
})

/** A wrong, used or expired code: 400. */
export const prove = defineCall({
  summary: '验证是本人',
  method: 'POST',
  path: '/customer/api/v1/login/proof',
  access: 'company',
  body: v.object({ captcha }),
  answer: v.object({}),
})
