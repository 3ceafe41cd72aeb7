/** The closed family of errors of a call. Transport throws; stores decide; islands show. */
import { isOnline } from '../browser/is-online.ts'
import { CODES, NO_ROOM } from '../contract/envelope.ts'

interface Cause {
  cause?: unknown
}

export class NetworkError extends Error {
  override readonly name = 'NetworkError'
}

/** The caller's own time limit is over; calls have none by default (behaviour B14.4). */
export class TimeoutError extends Error {
  override readonly name = 'TimeoutError'
}

export class HttpError extends Error {
  override readonly name = 'HttpError'
  readonly status: number
  /** In seconds; NaN without a hint when to ask again. */
  readonly retryAfter: number

  constructor(status: number, { retryAfter = Number.NaN, ...options }: Cause & { retryAfter?: number } = {}) {
    super(`HTTP ${status}`, options)
    this.status = status
    this.retryAfter = retryAfter
  }
}

/** The server's refusal, in words for the person. `fields` has further values, such as `retry_after`. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError'
  readonly code: number
  readonly fields: Record<string, unknown>

  constructor(code: number, message: string, fields: Record<string, unknown>) {
    super(message)
    this.code = code
    this.fields = fields
  }
}

/** An answer that breaks the contract; the message names the field. */
export class ContractError extends Error {
  override readonly name = 'ContractError'
}

/** The object store's refusal. `code` is the store's own word, such as `NoSuchUpload`. */
export class StoreError extends Error {
  override readonly name = 'StoreError'
  readonly code: string

  constructor(code: string, options?: Cause) {
    super(code, options)
    this.code = code
  }
}

/** A lazily loaded part of the site did not arrive; some browsers remember that until a reload. */
export class LoadError extends Error {
  override readonly name = 'LoadError'
}

/** WeChat did not do what a script asked for; `api` names the function. */
export class WeChatError extends Error {
  override readonly name = 'WeChatError'
  readonly api: string

  constructor(api: string, options?: Cause) {
    super(api, options)
    this.api = api
  }
}

/** @public The family as a type, for those who throw or catch it. */
export type ApiError =
  | NetworkError
  | TimeoutError
  | HttpError
  | RefusedError
  | ContractError
  | StoreError
  | LoadError
  | WeChatError

/** Returns the text of an error for people. A refusal has its own words; all others are here. */
export function explainError(error: unknown): string {
  if (error instanceof RefusedError) return error.message
  if ((error instanceof NetworkError || error instanceof LoadError) && !isOnline())
    return '当前没有网络，联网后请重试'
  if (error instanceof NetworkError) return '网络连接失败，请检查网络后重试'
  if (error instanceof TimeoutError) return '等待时间过长，请重试'
  if (error instanceof HttpError && error.status === CODES.noRoom) return NO_ROOM
  if (error instanceof HttpError) return '服务暂时不可用，请稍后重试'
  if (error instanceof LoadError) return '功能加载失败，请检查网络后重试；仍未恢复时请刷新页面'
  if (error instanceof WeChatError) return '微信接口调用失败，请重试'
  if (error instanceof StoreError) return '文件存储服务异常，请重试'
  return '服务返回的内容有误，请稍后重试'
}

/** Loads a library when it is needed. @throws LoadError */
export async function loadModule<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load()
  } catch (cause) {
    throw new LoadError('module not loaded', { cause })
  }
}
