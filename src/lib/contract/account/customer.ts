/** Login, session check and logout (behaviour B3.6 and B4.1). */
import * as v from 'valibot'
import { plainTyped } from '../../rules/text/typed-text.ts'
import { defineCall } from '../call.ts'
import { phone, SMS_CODE_DIGITS } from './sms.ts'

/** Version of 用户协议 and 隐私政策 in the consent box: the day of their last change. */
export const CONSENT_VERSION = '2026-11-24'

/** Every version that was ever in force; others are no consent. */
const CONSENT_VERSIONS = [CONSENT_VERSION, '2026-11-23', '2026-11-22', '2026-11-21']

export const LOGIN_INCOMPLETE = '请输入手机号和验证码！'
export const LOGIN_FAILED = '登录失败'
export const NOT_LOGGED_IN = '请先登录'

export const ROLES = ['company', 'operator'] as const

export const customer = v.object({
  id: v.number(),
  name: v.string(),
  phone: v.string(),
  company_id: v.number(),
  /** Null: it has given itself no name. */
  company_name: v.optional(v.nullable(v.string()), null),
  role: v.picklist(ROLES),
})

export type Customer = v.InferOutput<typeof customer>

export const captcha = v.pipe(
  v.string(LOGIN_INCOMPLETE),
  v.transform(plainTyped),
  v.regex(new RegExp(`^\\d{${SMS_CODE_DIGITS}}$`), `验证码是 ${SMS_CODE_DIGITS} 位数字`),
)

/** The first login creates customer and company. A wrong, used or expired code: 400. */
export const logIn = defineCall({
  summary: '用手机号和验证码登录',
  method: 'POST',
  path: '/customer/api/v1/customer',
  access: 'visitor',
  // Attempts of one person must not lock out others at the same address.
  rate: 'own',
  body: v.object({
    phone,
    captcha,
    /** The accepted version, stored with the time. The login overlay always sends it. */
    consent: v.optional(v.picklist(CONSENT_VERSIONS, '应为用户协议和隐私政策的版本')),
  }),
  answer: v.object({ data: v.object({ ...customer.entries, is_new: v.optional(v.boolean(), false) }) }),
})

/** Session check: 401 without a session. */
export const checkSession = defineCall({
  summary: '检查登录状态',
  method: 'GET',
  path: '/customer/api/v1/login',
  access: 'visitor',
  answer: v.object({ data: customer }),
})

export const logOut = defineCall({
  summary: '退出登录',
  method: 'GET',
  path: '/customer/api/v1/logout',
  access: 'visitor',
  changesState: true,
  answer: v.object({}),
})
