/** Whether the operators' desk may be shown, and what every section of it does with the server. */
import { atom } from 'nanostores'
import * as v from 'valibot'
import { ask } from '../../api/ask.ts'
import { explainError, NetworkError, RefusedError } from '../../api/errors.ts'
import { kept } from '../../browser/kept/kept.ts'
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
  $sessionCheck,
  askForLogin,
  checkAgain,
  handleSessionEnd,
  type Person,
  renewSession,
} from '../session.ts'

type DeskState =
  | { status: 'asking' }
  | { status: 'visitor' }
  /** Logged in, but not as an operator. */
  | { status: 'stranger' }
  | { status: 'operator'; id: number; name: string }
  | { status: 'failed'; text: string }

export const $desk = atom<DeskState>({ status: 'asking' })

/** The session of the operator who sits here is over; nothing is asked by itself until he is back. */
let hasEnded = false

/** The operator has cancelled the proof: what asks by itself opens the dialog no more, what he does himself opens it. */
let isProofPutOff = false

/** Counted up when the operator is back after an ended session: what is shown is then read anew. */
export const $deskReturns = atom(0)

/** Why nothing new comes in; null: it does. */
export const $deskTrouble = atom<string | null>(null)

/** Asks again who is there. An operator whose session has ended keeps what he sees, under the login overlay. */
export async function enterDesk(): Promise<void> {
  await checkAgain()
  look()
}

/** What the session's own question says of who is there. What an operator sees stays until it is answered. */
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
  const isBack = hasEnded
  hasEnded = false
  $desk.set({ status: 'operator', id, name })
  if (isBack) $deskReturns.set($deskReturns.get() + 1)
}

function leave(): void {
  hasEnded = $desk.get().status === 'operator'
  if (hasEnded) askForLogin()
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

/** After a logout nothing is kept. */
export function clearDesk(): void {
  hasEnded = false
  isProofPutOff = false
  $deskTrouble.set(null)
  $desk.set({ status: 'visitor' })
}

export const SESSION_ENDED = '登录已过期，请重新登录后再试'

/** `isConflict`: somebody else was quicker, and what is shown is out of date. */
export type Done<Value> = { ok: true; value: Value } | { ok: false; text: string; isConflict: boolean }

/** What an operator asked for, or why not. An ended session opens the login overlay; what was typed stays. */
export async function attempt<Value>(act: () => Promise<Value>): Promise<Done<Value>> {
  const wasPutOff = isProofPutOff
  try {
    const value = await withProof(act)
    if (wasPutOff && isProofPutOff) goOnProved()
    return { ok: true, value }
  } catch (error) {
    // It was asked for by then, and cancelled.
    if (proofWanted(error)) {
      putProofOff()
      return { ok: false, text: NOT_PROVED, isConflict: false }
    }
    const isConflict = error instanceof RefusedError && error.code === CODES.conflict
    return { ok: false, text: explainAtDesk(error).text, isConflict }
  }
}

/** What is shown stays, under the login overlay: there is always somebody who has to be told. */
export function explainAtDesk(error: unknown): Failure {
  return { text: holdAtDesk(error) ?? explainError(error), isOver: false }
}

/**
 * Nobody is logged in any more, or has to prove who he is; the overlay for it opens.
 * @returns what is wanted before anything goes on; undefined: nothing is
 */
export function holdAtDesk(error: unknown): string | undefined {
  const proof = proofWanted(error)
  if (proof) {
    proveAtDesk(proof)
    return NOT_PROVED
  }
  if (!handleSessionEnd(error)) return undefined
  hasEnded = true
  askForLoginAgain()
  return SESSION_ENDED
}

/** Nothing is asked by itself while the dialog is open. */
async function proveAtDesk(proof: Proof): Promise<void> {
  hasEnded = true
  const isProved = await askForProof(proof)
  hasEnded = false
  if (isProved) goOnProved()
  else putProofOff()
}

function putProofOff(): void {
  isProofPutOff = true
  $deskTrouble.set(NOT_PROVED)
}

/** All is read anew. */
function goOnProved(): void {
  isProofPutOff = false
  $deskTrouble.set(null)
  $deskReturns.set($deskReturns.get() + 1)
}

/** @returns what went wrong */
export async function changeMyName(typed: string): Promise<string | undefined> {
  const done = await attempt(() => ask(changeOperatorName, { body: { name: typed } }))
  if (!done.ok) return done.text
  await renewSession()
  return undefined
}

/**
 * The same for what nobody asked for, such as a poll: an ended session is told once, and `$deskTrouble` tells the
 * rest.
 */
export async function attemptQuietly<Value>(act: () => Promise<Value>): Promise<Value | undefined> {
  if (hasEnded) return undefined
  // What was asked for before somebody put the proof off says nothing of it.
  const wasPutOff = isProofPutOff
  try {
    const value = await act()
    if (wasPutOff || !isProofPutOff) $deskTrouble.set(null)
    if (wasPutOff && isProofPutOff) goOnProved()
    return value
  } catch (error) {
    if (isProofPutOff && proofWanted(error)) {
      putProofOff()
      return undefined
    }
    const isHeld = holdAtDesk(error) !== undefined
    // A refusal is news as well.
    if (!isHeld && !(error instanceof RefusedError)) $deskTrouble.set(explainError(error))
    return undefined
  }
}

/** What an operator is writing: kept in this tab, for nobody but him, until it is sent or he logs out. */
const keptTexts = kept('operator', v.string())

/** @param name of the field, such as `reply:12` */
export function readDraft(name: string): string {
  const desk = $desk.get()
  return desk.status === 'operator' ? (keptTexts.read(desk.id, name) ?? '') : ''
}

/** Empty text: there is none any more. */
export function keepDraft(name: string, text: string): void {
  const desk = $desk.get()
  if (desk.status !== 'operator') return
  if (text === '') keptTexts.drop(desk.id, name)
  else keptTexts.keep(text, desk.id, name)
}

/** Begins a conversation. @returns its id; it is opened if there is none yet */
export function beginWithCompany(companyId: number): Promise<Done<number>> {
  return attempt(async () => (await ask(openCompanyChat, { params: { id: companyId } })).data.id)
}

/** The same, of the order's topic in which something was said last, of those that are open. */
export function beginAboutOrder(orderId: number): Promise<Done<number>> {
  return attempt(async () => {
    const { result } = await ask(listTopics, { params: { id: orderId } })
    const open = result.items.filter(({ closed }) => !closed)
    const [topic] = (open.length > 0 ? open : result.items).sort((a, b) => saidAt(b) - saidAt(a))
    // The server opens the first one where there is none.
    return topic?.id ?? 0
  })
}

function saidAt({ gmt_modified }: { gmt_modified: string | null }): number {
  return gmt_modified === null ? 0 : Date.parse(gmt_modified)
}

/** Words of an operator beside what is done; without any the call has none. */
export function noted(typed: string): { note?: string } {
  const note = typed.trim()
  return note === '' ? {} : { note }
}
