/**
 * Questions of one policy alone, which only the company can answer: 主营业务属于《西部地区鼓励类产业目录》. Their answers
 * stand among the company's answers under the policy's id and the question's name, so that rewording keeps them.
 */

/** 17.catalogue of an interpretation, loan3.orders of a loan product. */
export type AskKey = `${number}.${string}` | `loan${number}.${string}`

/** Yes or no; of a number that one policy asks for, a decimal as text. `null` is 不清楚. */
export type AskAnswer = boolean | string | null

export type AskAnswers = { readonly [Key in AskKey]?: AskAnswer }

/** What the editor writes: unique in its policy. */
export const ASK_NAME = /^[a-z][a-z0-9_]{0,23}$/

export const ASK_KEY = /^(?:loan)?[1-9]\d{0,5}\.[a-z][a-z0-9_]{0,23}$/

/** More answers than this of one company are not kept; those to questions that are gone count, too. */
export const ASKS_MAX = 300

/** Whether the question still exists is not asked: an answer to one that is gone does no harm. */
export function isAskKey(key: string): key is AskKey {
  return ASK_KEY.test(key)
}
