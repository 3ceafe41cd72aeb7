/** The answers in the company's account: taken over from the device at a login, then synchronised. */
import { atom } from 'nanostores'
import { ask } from '../../api/ask.ts'
import { explainError } from '../../api/errors.ts'
import type { Answers } from '../../browser/kept/kept-answers.ts'
import { readHint } from '../../browser/session-hint.ts'
import { together } from '../../browser/together.ts'
import type { AnswerOf } from '../../contract/call.ts'
import { CODES } from '../../contract/envelope.ts'
import {
  ANSWER_UNKNOWN,
  type AnswerValue,
  listQuestions,
  QUESTION_IDS,
  type Question,
  resetAnswers,
  type SentAskAnswer,
  saveAnswers,
} from '../../contract/policies/question.ts'
import { type AskKey, isAskKey } from '../../rules/eligibility/asks.ts'
import { type AnswerKey, FACT_KEYS, type FactKey, isFactKey } from '../../rules/eligibility/facts.ts'
import { $session, handleSessionEnd } from '../session.ts'
import { $borrowed, $kept, $reading, keep } from './answers.ts'

type AccountState =
  | { status: 'apart' }
  | { status: 'reading' }
  /** The device has answers that the account lacks: `stored` are already there, `different` would change. */
  | { status: 'asking'; stored: Answers; here: number; different: number }
  | { status: 'saving' }
  | { status: 'saved' }
  | { status: 'failed'; text: string }

export const $account = atom<AccountState>({ status: 'apart' })

const isLoggedIn = () => $session.get().code === CODES.ok

/** Follows logins, logouts and answers while a page shows them. */
export function followAccount(): () => void {
  return together(
    $session.subscribe((session, before) => {
      if (session.code === before?.code && before.code === CODES.ok) return
      if (session.code === CODES.ok) meetAccount()
      else if (!readHint()) leaveAccount()
    }),
    $kept.listen(() => sendUnsent()),
  )
}

/** A copy of the account's answers ends with the login; answers that the account never had stay. */
function leaveAccount(): void {
  $account.set({ status: 'apart' })
  const { answers, place, unsent } = $kept.get()
  if (place === 'account') keep({ answers: unsent.length > 0 ? answers : {}, place: 'device', unsent: [] })
  else if (place === 'declined') keep({ answers, place: 'device', unsent: [] })
}

/** Reads the account's answers and merges them with those here. */
export async function meetAccount(): Promise<void> {
  $account.set({ status: 'reading' })
  try {
    const { result } = await ask(listQuestions, {})
    if (isLoggedIn()) merge({ ...answersOf(result.items), ...askAnswersOf(result.asks) })
  } catch (error) {
    fail(error)
  }
}

function merge(stored: Answers): void {
  const { answers, place, unsent } = $kept.get()
  const here = Object.keys(answers) as AnswerKey[]
  const unlike = here.filter((key) => !isSame(answers[key], stored[key]))
  if (place === 'declined') $account.set({ status: 'apart' })
  else if (place === 'account') settle(withUnsent(stored, answers, unsent), unsent)
  else if (unlike.length === 0) settle(stored, [])
  else {
    const different = unlike.filter((key) => key in stored).length
    $account.set({ status: 'asking', stored, here: here.length, different })
  }
}

/** Returns the account's answers with later changes from here. */
function withUnsent(stored: Answers, answers: Answers, unsent: readonly AnswerKey[]): Answers {
  const keys = Object.keys({ ...stored, ...answers }) as AnswerKey[]
  const entries = keys.flatMap((key) => {
    const source = unsent.includes(key) ? answers : stored
    return key in source ? [[key, source[key]]] : []
  })
  return Object.fromEntries(entries)
}

export function takeAnswersOver(): void {
  const state = $account.get()
  if (state.status !== 'asking') return
  const { answers } = $kept.get()
  settle({ ...state.stored, ...answers }, Object.keys(answers) as AnswerKey[])
}

/** Leaves the account unchanged: its answers are used here too; without any, the device keeps its own. */
export function leaveAccountAsItIs(): void {
  const state = $account.get()
  if (state.status !== 'asking') return
  if (Object.keys(state.stored).length > 0) {
    settle(state.stored, [])
    return
  }
  keep({ ...$kept.get(), place: 'declined' })
  $account.set({ status: 'apart' })
}

export async function askAgainForAccount(): Promise<void> {
  keep({ ...$kept.get(), place: 'device' })
  await meetAccount()
}

function settle(answers: Answers, unsent: readonly AnswerKey[]): void {
  $account.set({ status: 'saved' })
  keep({ answers, place: 'account', unsent })
}

let sending = false

/** Sends the answers that the account lacks; answers given meanwhile follow. */
export async function sendUnsent(): Promise<void> {
  const { answers, place, unsent } = $kept.get()
  if (sending || place !== 'account' || unsent.length === 0 || !isLoggedIn()) return
  sending = true
  $account.set({ status: 'saving' })
  try {
    const told = unsent.filter(isFactKey).map((key) => ({ id: QUESTION_IDS[key], value: toWire(key) }))
    await ask(saveAnswers, { body: { answers: told, asks: asksToWire(unsent.filter(isAskKey)) } })
    const now = $kept.get()
    const left = now.unsent.filter((key) => !unsent.includes(key) || !isSame(now.answers[key], answers[key]))
    $account.set({ status: 'saved' })
    keep({ ...now, unsent: left })
    sending = false
    await sendUnsent()
  } catch (error) {
    fail(error)
  } finally {
    sending = false
  }
}

/** Deletes every answer, here and in the account. Returns true when done. */
export async function forgetEverywhere(): Promise<boolean> {
  const { place } = $kept.get()
  try {
    if (place === 'account' && isLoggedIn()) await ask(resetAnswers, {})
    $borrowed.set(null)
    keep({ answers: {}, place, unsent: [] })
    return true
  } catch (error) {
    fail(error)
    return false
  }
}

export function putBackAnswers(forgotten: Answers): void {
  const { answers, place } = $kept.get()
  const all = { ...forgotten, ...answers }
  keep({ answers: all, place, unsent: place === 'account' ? (Object.keys(all) as AnswerKey[]) : [] })
}

/** Takes over answers that another form has just saved to the account, unless this device keeps separate answers. */
export function hearAccountsAnswers(questions: readonly Question[]): void {
  const { answers, place, unsent } = $kept.get()
  if (place !== 'account') return
  const told = questions.map(({ key }) => key)
  const others = Object.entries(answers).filter(([key]) => !told.includes(key))
  keep({
    answers: { ...Object.fromEntries(others), ...answersOf(questions) },
    place,
    unsent: unsent.filter((key) => !told.includes(key)),
  })
}

/** The account refuses a contradictory answer; it stays at its question here. */
function toWire(key: FactKey): AnswerValue | null {
  const value = $reading.get().facts[key]
  if (value === undefined) return null
  if (value === null) return ANSWER_UNKNOWN
  return typeof value === 'object' ? [...value] : value
}

function asksToWire(keys: readonly AskKey[]): Record<AskKey, SentAskAnswer | null> {
  const { facts } = $reading.get()
  return Object.fromEntries(
    keys.map((key) => [key, facts[key] === undefined ? null : (facts[key] ?? ANSWER_UNKNOWN)]),
  )
}

function askAnswersOf(asks: AnswerOf<typeof listQuestions>['result']['asks']): Answers {
  return Object.fromEntries(
    Object.entries(asks).map(([key, value]) => [key, value === ANSWER_UNKNOWN ? null : value]),
  )
}

function answersOf(questions: readonly Question[]): Answers {
  const known = questions.filter(({ key, answer }) => answer !== null && FACT_KEYS.includes(key as FactKey))
  return Object.fromEntries(known.map(({ key, answer }) => [key, answer === ANSWER_UNKNOWN ? null : answer]))
}

/** Numbers may arrive as text; the order of several choices does not matter. */
export function isSame(one: unknown, other: unknown): boolean {
  const text = (value: unknown) => (Array.isArray(value) ? [...value].sort().join() : String(value))
  return one === undefined || other === undefined ? one === other : text(one) === text(other)
}

function fail(error: unknown): void {
  if (handleSessionEnd(error)) return
  $account.set({ status: 'failed', text: explainError(error) })
}
