/** `{ code, message?, … }`: the shape of every answer (behaviour B14.1). */

export const CODES = {
  ok: 200,
  invalid: 400,
  notLoggedIn: 401,
  notAllowed: 403,
  /** Also for rows of others. */
  none: 404,
  wrongMethod: 405,
  conflict: 409,
  tooLarge: 413,
  wrongContentType: 415,
  tooOften: 429,
  fault: 500,
  noRoom: 507,
} as const

/** The server's disk is full: reading and deleting still work. */
export const NO_ROOM = '服务器的存储空间已满，暂时不能保存新的内容，请稍后再试'

export type Code = (typeof CODES)[keyof typeof CODES]

/** A refusal or a fault: a Chinese text for the person, and further fields, such as `retry_after`. */
export interface RefusedEnvelope {
  code: Exclude<Code, 200>
  message: string
  [field: string]: unknown
}
