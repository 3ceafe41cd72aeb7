/** The operators: who they are, and the second factor by which each enters the desk (behaviour B4.10). */
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
  /** Null: has never logged in. */
  name: v.nullable(v.string()),
  /** Masked. */
  phone: v.string(),
  me: v.boolean(),
  /** Named by the setting of the installation. */
  from_setting: v.boolean(),
  gmt_create: timestamp,
  /** By which colleague; null: by the setting, or by somebody who is gone. */
  added_by: v.nullable(v.string()),
  /** Of the sessions that are open, to the hour; null: there is none. */
  seen_at: v.nullable(timestamp),
  /** How many recovery codes are left; null: no second factor is set up. */
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

/** Whoever logs in with this phone. Is one already: 409. */
export const addOperator = defineCall({
  summary: '增加运营人员',
  method: 'POST',
  path: '/operator/api/v1/operator-accounts',
  access: 'operator',
  fresh: true,
  body: v.object({ phone }),
  answer: v.object({}),
})

/** At once, with his sessions. None: 404; the last one: 409. */
export const withdrawOperator = defineCall({
  summary: '撤销运营人员',
  method: 'DELETE',
  path: '/operator/api/v1/operator-accounts/{id}',
  access: 'operator',
  fresh: true,
  params: idParam,
  answer: v.object({}),
})

/** So that it can be set up anew; a colleague's sessions end, one's own go on. None: 404. */
export const resetFactor = defineCall({
  summary: '重置身份验证器',
  method: 'DELETE',
  path: '/operator/api/v1/operator-accounts/{id}/factor',
  access: 'operator',
  fresh: true,
  params: idParam,
  answer: v.object({}),
})

/** RFC 6238 as every authenticator app knows it: HMAC-SHA-1. */
export const FACTOR_DIGITS = 6
export const FACTOR_STEP_SECONDS = 30
/** After so many wrong codes in a row there is one more try each time that these minutes have passed. */
export const FACTOR_TRIES = 5
export const FACTOR_PAUSE_MINUTES = 60
export const RECOVERY_CODES = 10

export const FACTOR_FAILED = '验证码不正确或已使用过，请等下一个'
export const RECOVERY_FAILED = '恢复码不正确或已使用过'

const digits = v.pipe(
  v.string('请输入验证码'),
  v.transform(plainTyped),
  v.regex(new RegExp(`^\\d{${FACTOR_DIGITS}}$`), `验证码是 ${FACTOR_DIGITS} 位数字`),
)

const recoveryCodes = v.pipe(v.array(v.string()), v.length(RECOVERY_CODES))

/** Begins to set up; the same secret again in the same session. There is a second factor already: 409. */
export const beginFactor = defineCall({
  summary: '开始设置身份验证器',
  method: 'POST',
  path: '/customer/api/v1/login/factor/begin',
  access: 'operator',
  fresh: true,
  beforeFactor: true,
  answer: v.object({
    /** Base32, as it is typed into an app. */
    secret: v.string(),
    /** Whose it is, masked: apps show it beside the code. */
    account: v.string(),
  }),
})

/** The first code proves that the app has the secret. The recovery codes are never shown again. Wrong: 400. */
export const confirmFactor = defineCall({
  summary: '完成设置身份验证器',
  method: 'POST',
  path: '/customer/api/v1/login/factor',
  access: 'operator',
  beforeFactor: true,
  rate: { burst: 10, perMinute: 10 },
  body: v.object({ code: digits }),
  answer: v.object({ recovery_codes: recoveryCodes }),
})

/** Wrong or used: 400; too many wrong ones: 429 with `retry_after`. */
export const enterFactor = defineCall({
  summary: '输入身份验证器的验证码',
  method: 'POST',
  path: '/customer/api/v1/login/factor/proof',
  access: 'operator',
  beforeFactor: true,
  rate: { burst: 10, perMinute: 10 },
  body: v.object({ code: digits }),
  answer: v.object({}),
})

/** Instead of a code of the app, once each. Wrong or used: 400. */
export const enterRecoveryCode = defineCall({
  summary: '使用恢复码',
  method: 'POST',
  path: '/customer/api/v1/login/factor/recovery',
  access: 'operator',
  beforeFactor: true,
  rate: { burst: 10, perMinute: 10 },
  body: v.object({ code: line('恢复码', 40) }),
  answer: v.object({}),
})
