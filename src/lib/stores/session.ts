/** Who is logged in, and whether the login overlay shows (behaviour B4.2). */
import { atom, onMount } from 'nanostores'
import * as v from 'valibot'
import { site } from '../../site.ts'
import { ask } from '../api/ask.ts'
import { explainError, RefusedError } from '../api/errors.ts'
import { forgetPerson } from '../browser/kept/forget-person.ts'
import { kept } from '../browser/kept/kept.ts'
import { closePages } from '../browser/offline-pages.ts'
import { callSection, notifyTabs, onTabsNotified } from '../browser/page-events.ts'
import { readHint, showHint } from '../browser/session-hint.ts'
import { together } from '../browser/together.ts'
import { waitForNetwork } from '../browser/wait-for-network.ts'
import { whenIdle } from '../browser/when-idle.ts'
import { checkSession, logOut } from '../contract/account/customer.ts'
import { HINT_COOKIE } from '../contract/account/hint-cookie.ts'
import { CODES } from '../contract/envelope.ts'
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../rules/time/durations.ts'

export interface Session {
  /** 200 when logged in. */
  code: number
  name: string
  /** Whether the login overlay shows. */
  topShow: boolean
}

const NOBODY: Session = { code: CODES.notLoggedIn, name: '', topShow: false }

export const $session = atom<Session>(NOBODY)

/** The question a page begins with (behaviour B4.12): somebody is logged in by the hint of this browser, but who? */
type SessionCheck =
  /** Nothing is asked: what the session says holds. */
  | { status: 'idle' }
  | { status: 'asking' }
  /** The server has not answered for so long that people are told; its answer still counts. */
  | { status: 'slow' }
  /** The server has not said. Nobody has to log in because of that; it is asked again by itself. */
  | { status: 'failed'; text: string; failures: number }

export const $sessionCheck = atom<SessionCheck>({ status: 'idle' })

const SLOW_MS = 10 * SECOND_MS
const LONGEST_PAUSE_MS = MINUTE_MS

/** The company of who is logged in; null: nobody is, or the server has not said yet. */
export const $companyId = atom<number | null>(null)

/** Who is logged in; null: nobody is, or the server has not said yet. Changes last, when all else here is known. */
export const $person = atom<Person | null>(null)

/** The person and the company in one name, for what this device keeps for them and for nobody else. */
export const $owner = atom<string | null>(null)

/** Who is logged in answers companies, and is here on their side. */
export const $isOperator = atom(false)

/** Nobody is logged in, because the session ended by itself: what is on the screen may stay until one logs in again. */
export const $hasExpired = atom(false)

export interface Person {
  id: number
  name: string
  company_id: number
  role: 'company' | 'operator'
}

function know(person: Person | null, hasExpired = false): void {
  // Nobody sees a moment without company and without the reason why.
  if (hasExpired) $hasExpired.set(true)
  $companyId.set(person?.company_id ?? null)
  $hasExpired.set(hasExpired)
  $isOperator.set(person?.role === 'operator')
  $owner.set(person && `${person.company_id}-${person.id}`)
  $person.set(person)
  keepOwner()
}

/** Who was known last, and when the pages of what the company follows were asked for; ms since 1970. */
const keptOwner = kept('owner', v.object({ of: v.string(), at: v.number() }))
let closing = Promise.resolve()

/** Nobody sees what another one has read and followed, also where the session of that one has only run out. */
function keepOwner(): void {
  const of = $owner.get()
  const isSame = of !== null && keptOwner.read()?.of === of
  if (!isSame || !site.offline) closing = closePages()
  if (of === null) keptOwner.drop()
  else if (!isSame) keptOwner.keep({ of, at: 0 })
  if (of !== null && site.offline) whenIdle(() => keepPages())
}

/**
 * Keeps pages that can be read without a line: not for visitors and operators, and not in `npm run dev`, which has no
 * worker.
 * @param isAnew something else is followed now
 */
export async function keepPages(isAnew = false): Promise<void> {
  const of = $owner.get()
  if (!site.offline || import.meta.env.DEV || of === null || $isOperator.get()) return
  await closing
  const { at = 0 } = keptOwner.read() ?? {}
  const isDue = isAnew || at < Date.now() - DAY_MS
  const { keepPages: keep } = await import('./offline.ts')
  if ($owner.get() !== of) return
  const areKept = await keep(isDue)
  // Who logged out meanwhile has taken away what was there until then.
  if ($owner.get() !== of) closing = closePages()
  else if (areKept && isDue) keptOwner.keep({ of, at: Date.now() })
}

/** The company; while the server does not answer that of who was known last, whose drafts this device has. */
export function companyMeanwhile(): number | null {
  const { status } = $sessionCheck.get()
  const isUnknown = readHint() && (status === 'failed' || status === 'slow')
  const before = isUnknown ? Number.parseInt(keptOwner.read()?.of ?? '', 10) : Number.NaN
  return $companyId.get() ?? (Number.isNaN(before) ? null : before)
}

/** Somebody logged in here: the overlay closes, the page and the other tabs follow. */
export function LOGIN_IN(customer: Person): void {
  dropQuestion()
  know(customer)
  $session.set({ code: CODES.ok, name: customer.name, topShow: false })
  showHint()
  notifyTabs('session')
  callSection('messages')
  callSection('chat')
}

/** Forgets who was logged in, on this page; the overlay stays as it is. */
export function SIGN_OUT(hasExpired = false): void {
  dropQuestion()
  clearHint()
  showHint()
  know(null, hasExpired)
  $session.set({ ...NOBODY, topShow: $session.get().topShow })
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

/** 重试, of who has been told that the server has not said. */
export function checkAgain(): Promise<void> {
  return refresh()
}

/** Asks the server who is logged in, where only the hint says that somebody is. */
export async function knowSession(): Promise<void> {
  if (isLoggedIn() || !isHinted()) return
  if ($sessionCheck.get().status === 'asking') await outcome()
  else await putQuestion()
}

/** An answer that came before anybody here asked may have taken the cookie away; the page still looks logged in. */
function isHinted(): boolean {
  return readHint() || document.documentElement.dataset['session'] === 'in'
}

function isLoggedIn(): boolean {
  return $session.get().code === CODES.ok
}

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

function isWithoutSession(error: unknown): boolean {
  return error instanceof RefusedError && error.code === CODES.notLoggedIn
}

const leaving = new Map<() => Promise<unknown>, () => Promise<boolean>>()

/**
 * What has to be brought into the account, or to an end, before a logout.
 * @param isSure asks the person, where something would be lost
 * @returns takes it back
 */
export function beforeLogout(save: () => Promise<unknown>, isSure = async () => true): () => void {
  leaving.set(save, isSure)
  return () => leaving.delete(save)
}

/** Ends the session on the server, then here and in the other tabs. What went wrong in words, if anything did. */
export async function logOutHere(): Promise<string | undefined> {
  for (const isSure of leaving.values()) if (!(await isSure())) return '未退出登录'
  await Promise.allSettled([...leaving.keys()].map((save) => save()))
  try {
    await ask(logOut, {})
  } catch (error) {
    return explainError(error)
  }
  SIGN_OUT()
  forgetPerson()
  notifyTabs('session')
  return undefined
}

/** Somebody came to another company, or left one: this page and the other tabs follow. */
export async function renewSession(): Promise<void> {
  await refresh()
  notifyTabs('session')
}

/** The question that is open: a newer one takes its place. */
let question = new AbortController()
/** So often the server has not answered. */
let failures = 0

/** Asks the server who is logged in, only where the hint says that somebody is. */
async function refresh(): Promise<void> {
  showHint()
  if (!readHint()) {
    dropQuestion()
    // Somebody logged out in another tab.
    forgetPerson()
    know(null)
    UPDATE_USER({ code: CODES.notLoggedIn, name: '' })
    return
  }
  await putQuestion()
}

/** Puts the question to the server, whatever the hint says. */
async function putQuestion(): Promise<void> {
  $sessionCheck.set({ status: 'asking' })
  askServer()
  await outcome()
}

/** The server has answered, or people are told that it has not. */
function outcome(): Promise<void> {
  return new Promise((resolve) => {
    const stop = $sessionCheck.subscribe(({ status }) => {
      if (status === 'asking') return
      resolve()
      queueMicrotask(() => stop())
    })
  })
}

async function askServer(): Promise<void> {
  question.abort()
  question = new AbortController()
  const { signal } = question
  const timer = setTimeout(() => $sessionCheck.set({ status: 'slow' }), SLOW_MS)
  signal.addEventListener('abort', () => clearTimeout(timer))
  try {
    const { data } = await ask(checkSession, {}, signal)
    if (signal.aborted) return
    know(data)
    UPDATE_USER({ code: CODES.ok, name: data.name, topShow: false })
    dropQuestion()
  } catch (error) {
    if (signal.aborted || handleSessionEnd(error)) return
    clearTimeout(timer)
    failures += 1
    $sessionCheck.set({ status: 'failed', text: explainError(error), failures })
  }
}

/** It is answered, or nobody wants to know any more. */
function dropQuestion(): void {
  question.abort()
  failures = 0
  $sessionCheck.set({ status: 'idle' })
}

/** Asks again by itself, after pauses that grow. @returns what ends it */
function askAgain(): () => void {
  let pause = new AbortController()
  const stop = $sessionCheck.subscribe(async (check) => {
    pause.abort()
    if (check.status !== 'failed') return
    pause = new AbortController()
    const { signal } = pause
    await waitForNetwork(check.failures, signal, LONGEST_PAUSE_MS)
    if (!signal.aborted) askServer()
  })
  return together(stop, () => pause.abort())
}

onMount($session, () => {
  if (typeof document === 'undefined') return
  if (isHinted() && $sessionCheck.get().status === 'idle') putQuestion()
  return together(askAgain(), onTabsNotified('session', refresh), dropQuestion)
})

/** Forgets the hint: the server has said that it is wrong. */
function clearHint(): void {
  for (const name of [`${HINT_COOKIE}=`, `__Host-${HINT_COOKIE}=; Secure`]) {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in WeChat's and older browsers.
    document.cookie = `${name}; Max-Age=0; Path=/`
  }
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
