/** The logged-in person, and whether the login overlay shows (behaviour B4.2). */
import { atom, computed, onMount } from 'nanostores'
import { forgetPerson } from '../browser/kept/forget-person.ts'
import { callSection, notifyTabs, onTabsNotified } from '../browser/page-events.ts'
import { dropHint, readHint, showHint } from '../browser/session-hint.ts'
import { together } from '../browser/together.ts'
import { CODES } from '../contract/envelope.ts'
import { showCompanyName } from './company-name.ts'
import {
  $sessionCheck,
  askWhoIsLoggedIn,
  checkEnds,
  dropQuestion,
  isWithoutSession,
  type Person,
} from './session-check.ts'

export interface Session {
  code: number
  name: string
  topShow: boolean
}

const NOBODY: Session = { code: CODES.notLoggedIn, name: '', topShow: false }

export const $session = atom<Session>(NOBODY)

/** The logged-in person's company; null without a login or before the server's answer. */
export const $companyId = atom<number | null>(null)

/** Whether to ask for the company's name: at its first login, until it has one. */
export const $asksName = atom(false)

/** Names person and company; keys the data that this device keeps for them only. */
export const $owner = atom<string | null>(null)

/** Null without a login; undefined before the server's answer. Changes last, after all other stores here. */
export const $person = atom<Person | null | undefined>()

export const $isOperator = computed($person, (person) => person?.role === 'operator')

/** The session has ended by itself: the screen may stay until the next login. */
export const $hasExpired = atom(false)

function setPerson(person: Person | null, hasExpired = false): void {
  // No listener sees a missing company without the reason.
  if (hasExpired) $hasExpired.set(true)
  $companyId.set(person?.company_id ?? null)
  showCompanyName(person?.company_name ?? '')
  $hasExpired.set(hasExpired)
  $owner.set(person && `${person.company_id}-${person.id}`)
  $person.set(person)
}

export function LOGIN_IN({ is_new, ...person }: Person & { is_new?: boolean }): void {
  welcome(person)
  showHint()
  if (is_new) {
    $asksName.set(true)
    callSection('account')
  }
  notifyTabs('session')
  callSection('messages')
  callSection('chat')
}

function welcome(person: Person): void {
  setPerson(person)
  $session.set({ code: CODES.ok, name: person.name, topShow: false })
  dropQuestion()
}

/** Clears the person on this page; the overlay stays. */
export function SIGN_OUT(hasExpired = false): void {
  dropQuestion()
  dropHint()
  setPerson(null, hasExpired)
  UPDATE_USER({ code: CODES.notLoggedIn, name: '' })
}

export function UPDATE_USER(change: Partial<Session>): void {
  $session.set({ ...$session.get(), ...change })
}

/** Opens the login overlay and loads its island if needed. */
export function askForLogin(): void {
  knowSession()
  showOverlay()
}

function showOverlay(): void {
  UPDATE_USER({ topShow: true })
  callSection('login')
}

/** Whether a person is logged in, by the server if only the hint says so; opens the overlay otherwise. */
export async function ensureLoggedIn(): Promise<boolean> {
  await knowSession()
  if (!isLoggedIn()) showOverlay()
  return isLoggedIn()
}

export async function knowSession(): Promise<void> {
  if (isLoggedIn() || !isHinted()) return
  if ($sessionCheck.get().status === 'asking') await checkEnds()
  else await putQuestion()
}

/** An earlier answer may have deleted the cookie while the page still looks logged in. */
function isHinted(): boolean {
  return readHint() || document.documentElement.dataset['session'] === 'in'
}

function isLoggedIn(): boolean {
  return $session.get().code === CODES.ok
}

function putQuestion(): Promise<void> {
  return askWhoIsLoggedIn((person) => (person ? welcome(person) : SIGN_OUT(true)))
}

/** Repeats the session check if the hint shows a login; for 重试. */
export async function checkAgain(): Promise<void> {
  showHint()
  if (readHint()) return putQuestion()
  // Logged out in another tab.
  forgetPerson()
  SIGN_OUT()
}

/** After joining or leaving a company, this page and the other tabs follow. */
export async function renewSession(): Promise<void> {
  await checkAgain()
  notifyTabs('session')
}

onMount($session, () => {
  if (typeof document === 'undefined') return
  if (isHinted() && $sessionCheck.get().status === 'idle') putQuestion()
  return together(onTabsNotified('session', checkAgain), dropQuestion)
})

/** Ends the session here when a call was refused for lack of one, also as the cause of a failed upload step. */
export function handleSessionEnd(error: unknown): boolean {
  const { cause } = (error ?? {}) as { cause?: unknown }
  const hasEnded = isWithoutSession(error) || isWithoutSession(cause)
  if (hasEnded) SIGN_OUT(true)
  return hasEnded
}
