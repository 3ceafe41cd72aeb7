/** Data from the running portal for editors: missed searches, and readers' corrections (added by us). */
import * as v from 'valibot'
import { foldText } from '../../rules/search/terms.ts'
import { defineCall } from '../call.ts'
import { timestamp } from '../list.ts'
import { CORRECTION_KINDS } from './correction.ts'

export const MISSED_WORD_LIMIT = 20
/** Rarer searches could come from one person: they are never shown. */
export const MISSED_TIMES_SHOWN = 3
export const MISSED_DAYS_KEPT = 90
export const EDITORS_LINK_DAYS = 30
const SHOWN = 100

/**
 * Returns the counted form of a search, or undefined: too short, too long, or with more than four digits (phones, credit
 * codes, ID numbers) or an @.
 */
export function missedWord(typed: string): string | undefined {
  const word = foldText(typed)
    .replace(/[\s"'“”「」]+/gu, ' ')
    .trim()
  const isOfUse =
    /^[\p{L}\p{N} ·&+/%.-]+$/u.test(word) && word.length >= 2 && word.length <= MISSED_WORD_LIMIT
  return isOfUse && word.replace(/\P{N}/gu, '').length <= 4 ? word : undefined
}

/**
 * Counts a search without a result, without personal data: no cookie is sent, and no stored value identifies a browser or its
 * address. The answer is the same for a search that is not counted.
 */
export const countMissedSearch = defineCall({
  summary: '没有找到的搜索词',
  method: 'POST',
  path: '/main/api/v1/missed_search',
  access: 'visitor',
  isAnonymous: true,
  rate: { burst: 10, perMinute: 2 },
  body: v.object({ word: v.pipe(v.string(), v.maxLength(MISSED_WORD_LIMIT * 2)) }),
  answer: v.object({}),
})

const missedWords = v.array(v.object({ word: v.string(), times: v.number(), last_day: v.string() }))

/** The most frequent ones, each asked for at least `MISSED_TIMES_SHOWN` times. */
export const listMissedSearches = defineCall({
  summary: '没有找到的搜索词',
  method: 'GET',
  path: '/operator/api/v1/missed_searches',
  access: 'operator',
  answer: v.object({ data: v.pipe(missedWords, v.maxLength(SHOWN)) }),
})

/** An address at which editors read `editorsReport` without a login, until it expires or another is made. */
export const makeEditorsLink = defineCall({
  summary: '给内容编辑的只读地址',
  method: 'POST',
  path: '/operator/api/v1/editors_link',
  access: 'operator',
  answer: v.object({ data: v.object({ path: v.string(), gmt_expire: timestamp }) }),
})

/**
 * Open corrections and missed searches, without personal data: no company, and no long numbers or mail addresses in the
 * texts. An old or expired address: 403.
 */
export const editorsReport = defineCall({
  summary: '内容编辑的待办',
  method: 'GET',
  path: '/main/api/v1/editors_report',
  access: 'visitor',
  isAnonymous: true,
  rate: { burst: 30, perMinute: 10 },
  query: v.object({ token: v.pipe(v.string(), v.regex(/^[\w-]{43}$/, '地址不完整')) }),
  answer: v.object({
    data: v.object({
      corrections: v.array(
        v.object({
          id: v.number(),
          kind: v.picklist(CORRECTION_KINDS),
          page_id: v.number(),
          text: v.string(),
          source: v.nullable(v.string()),
          gmt_create: timestamp,
        }),
      ),
      missed_searches: missedWords,
    }),
  }),
})

/** Characters between the digits of a number, for readability or against machines. */
const GAP = '[ \\t.·•()\\p{Pd}]{0,3}'
const digits = (count: number) => `\\d(?:${GAP}\\d){${count - 1}}`

/** Numbers that reach or identify a person or a company; years, amounts, dates and addresses do not match. */
const NUMBERS = new RegExp(
  [
    // Identity numbers and codes of companies, before shorter patterns that could match a part.
    `(?<!\\d)[1-9]\\d{5}${GAP}(?:19|20)\\d\\d${GAP}[01]\\d${GAP}[0-3]\\d${GAP}\\d{3}${GAP}[\\dx]`,
    `(?<![\\da-z])[0-9a-hj-npqrtuwxy][1-9]${GAP}${digits(6)}(?:${GAP}[0-9a-hj-npqrtuwxy]){10}(?![\\da-z])`,
    // Mobile phones, with the country code.
    `(?<!\\d)(?:\\+?86${GAP})?1[3-9]\\d${GAP}${digits(8)}(?!\\d)`,
    '(?<!\\d)1([ .-])[3-9](?:\\1\\d){9}(?!\\d)',
    // Other phones, bank cards, and other long numbers.
    `(?<!\\d)\\(?0\\d{2,3}${GAP}\\d{3,4}${GAP}\\d{4}(?!\\d)`,
    `\\+86${GAP}\\d{2,3}${GAP}\\d{3,4}${GAP}\\d{4}(?!\\d)`,
    `(?<!\\d)[3-6]\\d{3}(?:${GAP}\\d{4}){3}(?:${GAP}\\d{1,3})?(?!\\d)`,
    '(?<!\\d)\\d{12,19}(?!\\d)',
  ].join('|'),
  'giu',
)
const MAIL = /[\w.+-]+\s*(?:@|[[(]at[\])]|\bat\b|艾特)\s*[\w-]+(?:\s*(?:\.|[[(]dot[\])]|\bdot\b)\s*[\w-]+)+/gi
/** A name after the name of a chat service; elsewhere it could be any word. */
const CHAT_NAME =
  /((?:微信|[威薇v]信|(?<![a-z])(?:wechat|wx|vx|qq))(?:号码?|账号|id)?\s*[:=是为]?\s*)(?:[a-z][\w-]{5,19}|\d{5,12})(?![\w-])/gi

/** Removes what could be a phone or mail address: readers who report an error may add their own. */
export function withoutPersons(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(MAIL, '（邮箱已略去）')
    .replace(NUMBERS, '（号码已略去）')
    .replace(CHAT_NAME, '$1（号码已略去）')
}
