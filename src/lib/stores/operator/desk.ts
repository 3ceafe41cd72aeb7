/** Access to the operators' desk, and its calls to the server. */
import { atom } from 'nanostores'
import { ask } from '../../api/ask.ts'
import { explainError, NetworkError, RefusedError } from '../../api/errors.ts'
import { NOT_PROVED, type Proof } from '../../contract/account/proof.ts'
import { listTopics } from '../../contract/chat/advisory.ts'
import { CODES } from '../../contract/envelope.ts'
import { openCompanyChat } from '../../contract/operator/company.ts'
import { changeOperatorName } from '../../contract/operator/desk.ts'
import type { Failure } from '../../conversation/dialogue.ts'
import { askForLoginAgain } from '../login.ts'
import { askForProof, proofWanted, withProof } from '../proof.ts'
import {
  $hasExpired,
  $person,
  $session,
  askForLogin,
  checkAgain,
  handleSessionEnd,
  renewSession,
} from '../session.ts'
import { $sessionCheck, type Person } from '../session-check.ts'

type DeskState =
  | { status: 'asking' }
  | { status: 'visitor' }
  /** Logged in, but not as an operator. */
  | { status: 'stranger' }
  | { status: 'operator'; id: number; name: string }
  | { status: 'failed'; text: string }

export const $desk = atom<DeskState>({ status: 'asking' })

/** The session has ended, or a proof is asked for or was cancelled: polls pause until the next login or proof. */
let isHeld = false

/** Counts returns after that: then every list is read again. */
export const $deskReturns = atom(0)

/** Why the page may be out of date; null: it is not. */
export const $deskTrouble = atom<string | null>(null)

/** Checks the session again. After its end the page stays, under the login overlay. */
export async function enterDesk(): Promise<void> {
  await checkAgain()
  look()
}

/** Follows the check of the session. The page stays until the answer. */
function look(): void {
  const check = $sessionCheck.get()
  const person = $person.get()
  const isHere = $desk.get().status === 'operator'
  if (check.status === 'failed') {
    if (isHere) $deskTrouble.set(check.text)
    else $desk.set(check)
  } else if (check.status !== 'idle') {
    if (!isHere) $desk.set({ status: 'asking' })
  } else if (person) welcome(person)
  else if ($hasExpired.get()) leave()
  else clearDesk()
}

function welcome({ id, name, role }: Person): void {
  $deskTrouble.set(null)
  if (role !== 'operator') {
    $desk.set({ status: 'stranger' })
    return
  }
  $desk.set({ status: 'operator', id, name })
  if (isHeld) goOn()
}

function goOn(): void {
  isHeld = false
  $deskTrouble.set(null)
  $deskReturns.set($deskReturns.get() + 1)
}

function leave(): void {
  isHeld = $desk.get().status === 'operator'
  if (isHeld) askForLogin()
  else $desk.set({ status: 'visitor' })
}

/** Follows logins and logouts, here and in other tabs. @returns what ends it */
export function followDesk(): () => void {
  const stopAsking = $session.listen(() => {})
  const stopLooking = [$person, $sessionCheck].map((store) => store.listen(look))
  look()
  const noticeOffline = () => $deskTrouble.set(explainError(new NetworkError('offline')))
  const noticeOnline = () => $deskTrouble.set(null)
  window.addEventListener('offline', noticeOffline)
  window.addEventListener('online', noticeOnline)
  return () => {
    for (const stop of [stopAsking, ...stopLooking]) stop()
    window.removeEventListener('offline', noticeOffline)
    window.removeEventListener('online', noticeOnline)
  }
}

/** Forgets everything after a logout. */
export function clearDesk(): void {
  isHeld = false
  $deskTrouble.set(null)
  $desk.set({ status: 'visitor' })
}

export const SESSION_ENDED = '登录已过期，请重新登录后再试'

/** `isConflict`: a colleague was faster, and the page is out of date. */
export type Done<Value> = { ok: true; value: Value } | { ok: false; text: string; isConflict: boolean }

/** Returns the result of an action, or the reason of its failure. An ended session opens the login overlay. */
export async function attempt<Value>(act: () => Promise<Value>): Promise<Done<Value>> {
  const wasHeld = isHeld
  try {
    const value = await withProof(act)
    if (wasHeld && isHeld) goOn()
    return { ok: true, value }
  } catch (error) {
    // The operator has cancelled it.
    if (proofWanted(error)) return { ok: false, text: NOT_PROVED, isConflict: false }
    const isConflict = error instanceof RefusedError && error.code === CODES.conflict
    return { ok: false, text: explainAtDesk(error).text, isConflict }
  }
}

/** Returns the words for a failed poll; the page stays, under the login overlay. */
export function explainAtDesk(error: unknown): Failure {
  return { text: holdAtDesk(error) ?? explainError(error), isOver: false }
}

/** Opens the overlay for a login or a proof that an error asks for. Returns words for it; undefined: another error. */
export function holdAtDesk(error: unknown): string | undefined {
  const proof = proofWanted(error)
  if (proof) {
    proveAtDesk(proof)
    return NOT_PROVED
  }
  if (!handleSessionEnd(error)) return undefined
  isHeld = true
  askForLoginAgain()
  return SESSION_ENDED
}

/** After a cancelled proof only actions open its dialog again. */
async function proveAtDesk(proof: Proof): Promise<void> {
  isHeld = true
  if (await askForProof(proof)) goOn()
  else $deskTrouble.set(NOT_PROVED)
}

export async function changeMyName(typed: string): Promise<string | undefined> {
  const done = await attempt(() => ask(changeOperatorName, { body: { name: typed } }))
  if (!done.ok) return done.text
  await renewSession()
  return undefined
}

/** Like `attempt`, for polls: the first one opens the login overlay, other failures go to `$deskTrouble`. */
export async function attemptQuietly<Value>(act: () => Promise<Value>): Promise<Value | undefined> {
  if (isHeld) return undefined
  try {
    const value = await act()
    // Answers to earlier questions do not count.
    if (!isHeld) $deskTrouble.set(null)
    return value
  } catch (error) {
    if (isHeld || holdAtDesk(error) !== undefined) return undefined
    // A refusal is an answer: the page is up to date.
    if (!(error instanceof RefusedError)) $deskTrouble.set(explainError(error))
    return undefined
  }
}

/** Returns the id of a company's conversation, which the server opens if there is none. */
export function beginWithCompany(companyId: number): Promise<Done<number>> {
  return attempt(async () => (await ask(openCompanyChat, { params: { id: companyId } })).data.id)
}

/** Returns the id of the order's newest topic, an open one if possible. */
export function beginAboutOrder(orderId: number): Promise<Done<number>> {
  return attempt(async () => {
    const { items } = (await ask(listTopics, { params: { id: orderId } })).result
    // The server opens the first topic.
    return (items.findLast(({ closed }) => !closed) ?? items.at(-1))?.id ?? 0
  })
}
