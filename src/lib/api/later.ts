import { CODES } from '../contract/envelope.ts'
import { HttpError, RefusedError } from './errors.ts'

/** Longer waits are a mistake of the server. */
const MAX_SECONDS = 600

/** Returns the seconds until a retry that the server asks for; undefined when a retry would not help. */
export function laterSeconds(error: unknown): number | undefined {
  if (error instanceof RefusedError && error.code === CODES.tooOften) {
    const { retry_after } = error.fields
    return typeof retry_after === 'number' ? within(retry_after) : undefined
  }
  if (!(error instanceof HttpError)) return undefined
  if (error.retryAfter >= 0 && (error.status === 429 || error.status === 503)) return within(error.retryAfter)
  return error.status === 429 ? 1 : undefined
}

function within(seconds: number): number {
  return Math.min(Math.max(1, Math.ceil(seconds)), MAX_SECONDS)
}
