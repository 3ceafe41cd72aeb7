/** Who is logged in, and whether the login overlay shows (behaviour B4.2). */
import { atom, onMount } from 'nanostores'
import { forgetPerson } from '../browser/kept/forget-person.ts'
import { writeText } from '../browser/kept/kept-keys.ts'
import { callSection, notifyTabs, onTabsNotified } from '../browser/page-events.ts'
import { readHint, showHint } from '../browser/session-hint.ts'
import { together } from '../browser/together.ts'
import { HINT_COOKIE } from '../contract/account/hint-cookie.ts'
import { CODES } from '../contract/envelope.ts'
import {
  $sessionCheck,
  askWhoIsLoggedIn,
  checkEnds,
  dropQuestion,
  isWithoutSession,
  type Person,
} from './session-check.ts'

export interface Session {
  /** 200 when logged in. */
  code: number
  name: string
  /** Whether the login overlay shows. */
  topShow: boolean
}

const NOBODY: Session = { code: CODES.notLoggedIn, name: '', topShow: false }

export const $session = atom<Session>(NOBODY)

/** The company of who is logged in; null: nobody is, or the server has not said yet. */
export const $companyId = atom<number | null>(null)

/** As the company calls itself; '' while it does not, or nobody is logged in. */
export const $companyName = atom('')

/** The first login of a company, and nobody has said yet what it is called. */
export const $asksName = atom(false)

/** The person and the company in one name, for what this device keeps for them and for nobody else. */
export const $owner = atom<string | null>(null)

/** Who is logged in answers companies, and is here on their side. */
export const $isOperator = atom(false)

/** Null: nobody is logged in; undefined: the server has not said yet. Changes last, when all else here is known. */
export const $person = atom<Person | null | undefined>()

/** Nobody is logged in, because the session ended by itself: what is on the screen may stay until one logs in again. */
export const $hasExpired = atom(false)

function setPerson(person: Person | null, hasExpired = false): void {
  // Nobody sees a moment without company and without the reason why.
  if (hasExpired) $hasExpired.set(true)
  $companyId.set(person?.company_id ?? null)
  showCompanyName(person?.company_name ?? '')
  $hasExpired.set(hasExpired)
  $isOperator.set(person?.role === 'operator')
  $owner.set(person && `${person.company_id}-${person.id}`)
  $person.set(person)
}

/** In the bar, which a script of the page writes there before the first paint. */
export function showCompanyName(name: string): void {
  writeText('company', [], name || null)
  $companyName.set(name)
  document.dispatchEvent(new CustomEvent('company'))
}

/** Somebody logged in here: the overlay closes, the page and the other tabs follow. */
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

/** Forgets who was logged in, on this page; the overlay stays as it is. */
export function SIGN_OUT(hasExpired = false): void {
  dropQuestion()
  forgetHint()
  setPerson(null, hasExpired)
  UPDATE_USER({ code: CODES.notLoggedIn, name: '' })
}

/** Forgets the hint: the server has said that it is wrong. */
function forgetHint(): void {
  for (const name of [`${HINT_COOKIE}=`, `__Host-${HINT_COOKIE}=; Secure`]) {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in WeChat's and older browsers.
    document.cookie = `${name}; Max-Age=0; Path=/`
  }
  showHint()
}

export function UPDATE_USER(change: Partial<Session>): void {
  $session.set({ ...$session.get(), ...change })
}

/**
 * Opens the login overlay, waking its island where it still sleeps. Where it is not known whether somebody is logged in,
 * the overlay says that, and asks for nothing else.
 */
export function askForLogin(): void {
  knowSession()
  showOverlay()
}

function showOverlay(): void {
  UPDATE_USER({ topShow: true })
  callSection('login')
}

/** Whether somebody is logged in, asked of the server where only the hint says so; the overlay opens for who is not. */
export async function ensureLoggedIn(): Promise<boolean> {
  await knowSession()
  if (!isLoggedIn()) showOverlay()
  return isLoggedIn()
}

/** Asks the server who is logged in, where only the hint says that somebody is. */
export async function knowSession(): Promise<void> {
  if (isLoggedIn() || !isHinted()) return
  if ($sessionCheck.get().status === 'asking') await checkEnds()
  else await putQuestion()
}

/** An answer that came before anybody here asked may have taken the cookie away; the page still looks logged in. */
function isHinted(): boolean {
  return readHint() || document.documentElement.dataset['session'] === 'in'
}

function isLoggedIn(): boolean {
  return $session.get().code === CODES.ok
}

function putQuestion(): Promise<void> {
  return askWhoIsLoggedIn((person) => (person ? welcome(person) : SIGN_OUT(true)))
}

/** Asks the server who is logged in, only where the hint says that somebody is: also 重试. */
export async function checkAgain(): Promise<void> {
  showHint()
  if (readHint()) return putQuestion()
  // Somebody logged out in another tab.
  forgetPerson()
  SIGN_OUT()
}

/** Somebody came to another company, or left one: this page and the other tabs follow. */
export async function renewSession(): Promise<void> {
  await checkAgain()
  notifyTabs('session')
}

onMount($session, () => {
  if (typeof document === 'undefined') return
  if (isHinted() && $sessionCheck.get().status === 'idle') putQuestion()
  return together(onTabsNotified('session', checkAgain), dropQuestion)
})

/**
 * Ends the session here when a call was refused for want of one, also where the refusal is why a step of an upload failed.
 * @returns whether that was it
 */
export function handleSessionEnd(error: unknown): boolean {
  const { cause } = (error ?? {}) as { cause?: unknown }
  const hasEnded = isWithoutSession(error) || isWithoutSession(cause)
  if (hasEnded) SIGN_OUT(true)
  return hasEnded
}

/**
 * The end of an account on this page: its person logs out, here or in another tab, or somebody of another company comes.
 * A session that only ran out is none: whoever logs in again goes on. @returns a function that ends it
 */
export function onAccountEnd(forget: () => void): () => void {
  let company = $companyId.get()
  const look = () => {
    const next = $companyId.get()
    if (next === null && $hasExpired.get()) return
    const isLeft = company !== null && company !== next
    company = next
    if (isLeft) forget()
  }
  return together($companyId.listen(look), $hasExpired.listen(look))
}
