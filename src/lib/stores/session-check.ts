/** The session check (behaviour B4.12): the hint shows a login, the server returns the person. */
import { atom } from 'nanostores'
import { ask } from '../api/ask.ts'
import { explainError, RefusedError } from '../api/errors.ts'
import { waitForNetwork } from '../browser/wait-for-network.ts'
import { checkSession } from '../contract/account/customer.ts'
import type { AnswerOf } from '../contract/call.ts'
import { CODES } from '../contract/envelope.ts'
import { MINUTE_MS, SECOND_MS } from '../rules/time/durations.ts'

type Known = AnswerOf<typeof checkSession>['data']
export type Person = Pick<Known, 'id' | 'name' | 'company_id' | 'role'> & Partial<Pick<Known, 'company_name'>>

type SessionCheck =
  /** No check is running: the session's state applies. */
  | { status: 'idle' }
  | { status: 'asking' }
  /** Unanswered for so long that people are informed; an answer still counts. */
  | { status: 'slow' }
  /** No answer. Needs no login; it repeats automatically. */
  | { status: 'failed'; text: string }

export const $sessionCheck = atom<SessionCheck>({ status: 'idle' })

const SLOW_MS = 10 * SECOND_MS
const LONGEST_PAUSE_MS = MINUTE_MS

/** The running check: a newer one replaces it. */
let question = new AbortController()

/** @param tell gets the answer; null when the session has ended */
export function askWhoIsLoggedIn(tell: (person: Person | null) => void): Promise<void> {
  question.abort()
  question = new AbortController()
  $sessionCheck.set({ status: 'asking' })
  askUntilAnswered(question.signal, tell)
  return checkEnds()
}

export function checkEnds(): Promise<void> {
  return new Promise((resolve) => {
    const stop = $sessionCheck.subscribe(({ status }) => {
      if (status === 'asking') return
      resolve()
      queueMicrotask(() => stop())
    })
  })
}

export function dropQuestion(): void {
  question.abort()
  $sessionCheck.set({ status: 'idle' })
}

async function askUntilAnswered(signal: AbortSignal, tell: (person: Person | null) => void): Promise<void> {
  for (let failures = 1; !signal.aborted; failures += 1) {
    const slow = setTimeout(() => $sessionCheck.set({ status: 'slow' }), SLOW_MS)
    try {
      const { data } = await ask(checkSession, {}, signal)
      if (!signal.aborted) tell(data)
    } catch (error) {
      if (signal.aborted) return
      if (isWithoutSession(error)) tell(null)
      else $sessionCheck.set({ status: 'failed', text: explainError(error) })
    } finally {
      clearTimeout(slow)
    }
    if (!signal.aborted) await waitForNetwork(failures, signal, LONGEST_PAUSE_MS)
  }
}

export function isWithoutSession(error: unknown): boolean {
  return error instanceof RefusedError && error.code === CODES.notLoggedIn
}
