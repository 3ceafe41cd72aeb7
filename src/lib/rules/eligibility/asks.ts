/** Asks: questions of one policy (主营业务属于《西部地区鼓励类产业目录》), stored under its id and the ask's name. */

/** 17.catalogue of an interpretation, loan3.orders of a loan product. */
export type AskKey = `${number}.${string}` | `loan${number}.${string}`

/** Yes or no, or a decimal as text for an own number. `null` is 不清楚. */
export type AskAnswer = boolean | string | null

export type AskAnswers = { readonly [Key in AskKey]?: AskAnswer }

/** Chosen by the editor, unique in its policy. */
export const ASK_NAME = /^[a-z][a-z0-9_]{0,23}$/

export const ASK_KEY = /^(?:loan)?[1-9]\d{0,5}\.[a-z][a-z0-9_]{0,23}$/

/** Highest number of stored answers per company, including those to removed asks. */
export const ASKS_MAX = 300

/** Does not check that the ask exists: an answer to a removed one is harmless. */
export function isAskKey(key: string): key is AskKey {
  return ASK_KEY.test(key)
}
