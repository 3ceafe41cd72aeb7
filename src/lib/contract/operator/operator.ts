/** The operators, and the second factor with which each enters the desk (behaviour B4.10). */
import * as v from 'valibot'
import { plainTyped } from '../../rules/text/typed-text.ts'
import { phone } from '../account/sms.ts'
import { defineCall } from '../call.ts'
import { idParam, pageOf, pageQuery, timestamp } from '../list.ts'
import { line } from '../text.ts'

/** All of most portals on one page. */
export const OPERATORS_PER_PAGE = 100

const operatorAccount = v.object({
  id: v.number(),
  /** The person's number as a customer; null before the first login. */
  person_id: v.nullable(v.number()),
  name: v.nullable(v.string()),
  phone: v.string(),
  me: v.boolean(),
  from_setting: v.boolean(),
  gmt_create: timestamp,
  /** The appointing colleague; null for one from the settings, or by a removed operator. */
  added_by: v.nullable(v.string()),
  /** Last use of an open session, to the hour; null without any. */
  seen_at: v.nullable(timestamp),
  /** Number of remaining recovery codes; null without a second factor. */
  recovery_codes: v.nullable(v.number()),
})

export type OperatorAccount = v.InferOutput<typeof operatorAccount>

/** In the order in which they were added. */
export const listOperatorAccounts = defineCall({
  summary: '运营人员名单',
  method: 'GET',
  path: '/operator/api/v1/operator-accounts',
  access: 'operator',
  query: v.object({ page: pageQuery }),
  answer: v.object({ result: pageOf(operatorAccount) }),
})

/** Appoints the person with this phone. 409 for an operator. */
export const addOperator = defineCall({
  summary: '增加运营人员',
  method: 'POST',
  path: '/operator/api/v1/operator-accounts',
  access: 'operator',
  fresh: true,
  body: v.object({ phone }),
  answer: v.object({}),
})

/** Effective at once, ends their sessions. 404 for no operator; 409 for the last one. */
export const withdrawOperator = defineCall({
  summary: '撤销运营人员',
  method: 'DELETE',
  path: '/operator/api/v1/operator-accounts/{id}',
  access: 'operator',
  fresh: true,
  params: idParam,
  answer: v.object({}),
})

/** Removes it for a new set-up; ends a colleague's sessions, not the caller's own. 404 without one. */
export const resetFactor = defineCall({
  summary: '重置身份验证器',
  method: 'DELETE',
  path: '/operator/api/v1/operator-accounts/{id}/factor',
  access: 'operator',
  fresh: true,
  params: idParam,
  answer: v.object({}),
})

/** RFC 6238 as supported by every authenticator app: HMAC-SHA-1. */
export const FACTOR_DIGITS = 6
export const FACTOR_STEP_SECONDS = 30
/** After this many consecutive wrong codes, one more attempt is possible per these minutes. */
export const FACTOR_TRIES = 5
export const FACTOR_PAUSE_MINUTES = 60
export const RECOVERY_CODES = 10

export const FACTOR_FAILED = '验证码不正确或已使用过，请等下一个'

export const factorDigits = v.pipe(
  v.string('请输入验证码'),
  v.transform(plainTyped),
  v.regex(new RegExp(`^\\d{${FACTOR_DIGITS}}$`), `验证码是 ${FACTOR_DIGITS} 位数字`),
)

const recoveryCodes = v.pipe(v.array(v.string()), v.length(RECOVERY_CODES))

/** Begins the set-up, with the same secret within a session. 409 with an existing second factor. */
export const beginFactor = defineCall({
  summary: '开始设置身份验证器',
  method: 'POST',
  path: '/customer/api/v1/login/factor/begin',
  access: 'operator',
  fresh: true,
  beforeFactor: true,
  answer: v.object({
    secret: v.string(),
    /** The masked account, which apps show beside the code. */
    account: v.string(),
  }),
})

/**
 * The digits of the app, or a recovery code, once each. The first digits complete the set-up: they prove that the app has the
 * secret, and only then the answer has recovery codes. 400 for a wrong or used code; 429 with `retry_after` after too many
 * wrong digits.
 */
export const enterFactor = defineCall({
  summary: '输入身份验证器的验证码或恢复码',
  method: 'POST',
  path: '/customer/api/v1/login/factor',
  access: 'operator',
  beforeFactor: true,
  rate: { burst: 10, perMinute: 10 },
  body: v.object({ code: v.union([factorDigits, line('验证码', 40)], '请输入验证码或恢复码') }),
  answer: v.object({ recovery_codes: v.optional(recoveryCodes) }),
})
