/** Ways to a person besides the bell: which way for which kind of news, and its address (behaviour B6.6). */
import * as v from 'valibot'
import { plainTyped, withoutUnseen } from '../../rules/text/typed-text.ts'
import { defineCall } from '../call.ts'

export const NEWS_KINDS = ['deadline', 'change', 'match', 'saved', 'application', 'answer'] as const
export type NewsKind = (typeof NEWS_KINDS)[number]

export const NEWS_WORDS: Readonly<Record<NewsKind, string>> = {
  deadline: '期限提醒',
  change: '政策变化',
  match: '新的匹配',
  saved: '订阅',
  application: '申请进度',
  answer: '咨询答复',
}

export const WAYS = ['sms', 'mail', 'wechat'] as const
export type Way = (typeof WAYS)[number]

export const WAY_WORDS: Readonly<Record<Way, string>> = { sms: '短信', mail: '邮件', wechat: '微信' }

export const SMS_NOTICES_DAILY = 2
export const SMS_HOURS = { from: 9, to: 20 } as const

export const MAIL_CODE_MINUTES = 30
export const MAIL_CODES_DAILY = 5
export const MAIL_CODE_TRIES = 5
/** After this many refused mails in a row, mails stop until a code confirms the address again. */
export const MAIL_REFUSALS_MAX = 3
export const MAIL_ADDRESS_LIMIT = 254

/** Rejects everything that could end a mail header: quotes, controls, characters beyond ASCII. */
export const mailAddress = v.pipe(
  v.string('请填写邮箱'),
  v.normalize('NFKC'),
  v.transform(withoutUnseen),
  v.trim(),
  v.maxLength(MAIL_ADDRESS_LIMIT, '邮箱过长'),
  v.regex(
    /^[a-z0-9][a-z0-9._%+-]{0,63}@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,24}$/i,
    '请填写正确的邮箱，形如 name@example.cn',
  ),
)

export const toldWay = v.object({ kind: v.picklist(NEWS_KINDS), way: v.picklist(WAYS) })

const wayState = v.object({
  kinds: v.array(v.picklist(NEWS_KINDS)),
  to: v.nullable(v.string()),
  verified: v.boolean(),
  /** Why the last notice was refused. WeChat then stops; mail stops when it is no longer `verified`. */
  refused: v.nullable(v.string()),
})

/** `consent`: WeChat's page, which returns to `/account` with `code` and `state` for `setUpWay`; null without an account. */
const weChatState = v.object({ ...wayState.entries, consent: v.nullable(v.string()) })

export const toldWays = v.object({
  on: v.array(toldWay),
  ways: v.object({ sms: wayState, mail: wayState, wechat: weChatState }),
})

export type ToldWays = v.InferOutput<typeof toldWays>

const mailCode = v.pipe(
  v.string('请填写验证码'),
  v.transform(plainTyped),
  v.regex(/^\d{6}$/, '验证码是 6 位数字'),
)

const weChatWord = v.pipe(v.string(), v.regex(/^[\w-]{1,128}$/))

/**
 * Mail: sends a code to `address`, and nothing else there until the person has entered it as `code`. Too often: 429. WeChat:
 * binds the account that agreed. A null `address` or WeChat's null `code` removes the way.
 */
export const setUpWay = defineCall({
  summary: '设置、验证、删除邮箱，绑定、解绑微信',
  method: 'POST',
  path: '/customer/api/v1/ways',
  access: 'company',
  body: v.pipe(
    v.variant('way', [
      v.object({
        way: v.literal('mail'),
        address: v.optional(v.nullable(mailAddress)),
        code: v.optional(mailCode),
      }),
      v.object({ way: v.literal('wechat'), code: v.nullable(weChatWord), state: v.optional(weChatWord) }),
    ]),
    v.check(
      (given) => given.way === 'wechat' || (given.address === undefined) !== (given.code === undefined),
      '请填写邮箱',
    ),
  ),
  rate: { burst: 10, perMinute: 2 },
  answer: v.object({ data: toldWays }),
})

/** Ends all mails to an address: the link in each mail, which mail programs may also follow (RFC 8058). */
export const stopMails = defineCall({
  summary: '退订邮件',
  method: 'POST',
  path: '/customer/api/v1/mail/stopped',
  access: 'visitor',
  isSigned: true,
  query: v.object({ token: v.pipe(v.string(), v.regex(/^[\w-]+\.[\w-]{43}$/, '退订链接不完整')) }),
  rate: { burst: 30, perMinute: 10 },
  answer: v.object({}),
})
