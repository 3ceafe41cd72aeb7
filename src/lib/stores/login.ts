/** The login form: asking for a code, the countdown, and logging in (behaviour B3.3, B3.4 and B3.5). */
import { atom } from 'nanostores'
import * as v from 'valibot'
import { ask } from '../api/ask.ts'
import { explainError, RefusedError } from '../api/errors.ts'
import { kept } from '../browser/kept/kept.ts'
import { CONSENT_VERSION, LOGIN_FAILED, LOGIN_INCOMPLETE, logIn } from '../contract/account/customer.ts'
import { PHONE_INVALID, SMS_RESEND_SECONDS, SMS_TOO_OFTEN, sendSms } from '../contract/account/sms.ts'
import { CODES } from '../contract/envelope.ts'
import { isPhone } from '../rules/text/phone.ts'
import { $hasExpired, askForLogin, handleSessionEnd, LOGIN_IN } from './session.ts'

type LoginState = { status: 'idle' } | { status: 'sending' } | { status: 'entering' }

/** What the form has to say, and which field it is about. */
export interface LoginNotice {
  tone: 'error' | 'success' | 'info'
  text: string
  field?: 'phone' | 'captcha' | 'consent'
}

export const $login = atom<LoginState>({ status: 'idle' })
export const $loginNotice = atom<LoginNotice | null>(null)

export const LOGIN_EXPIRED = '登录已过期，请重新登录'
const keptResendAt = kept('login:resend_at', v.number())

/** When the next code may be asked for, in ms since 1970; it survives closing the overlay and reloading the page. */
export const $resendAt = atom(readResendAt())

function readResendAt(): number {
  const stored = keptResendAt.read() ?? 0
  // A clock that was set back must not lock the button for longer than a countdown.
  return stored <= Date.now() + SMS_RESEND_SECONDS * 1000 ? stored : 0
}

function startCountdown(seconds: number): void {
  const resendAt = Date.now() + seconds * 1000
  keptResendAt.keep(resendAt)
  $resendAt.set(resendAt)
}

/** Whole seconds until the next code; 0 when it may be asked for. */
export function secondsLeft(resendAt: number, now: number): number {
  return Math.max(0, Math.ceil((resendAt - now) / 1000))
}

/** A person did something that needs a session which has ended: says so, and asks to log in again. */
export function askForLoginAgain(): void {
  say(LOGIN_EXPIRED)
  askForLogin()
}

/** What a person did went wrong: where that is the end of the session, asks to log in again. @returns whether it was */
export function askAgainIfSessionEnded(error: unknown): boolean {
  const hasEnded = handleSessionEnd(error)
  if (hasEnded) askForLoginAgain()
  return hasEnded
}

/**
 * The overlay opens: it says why, also where a call in the background was the first to learn that the session has
 * ended.
 */
export function explainOpening(): void {
  if ($hasExpired.get() && $loginNotice.get() === null) say(LOGIN_EXPIRED)
}

function say(text: string, field?: LoginNotice['field']): void {
  $loginNotice.set({ tone: 'error', text, ...(field && { field }) })
}

/** The button stays pressable while the countdown runs, and then says why nothing is sent. */
export async function requestCode(phone: string): Promise<void> {
  if ($login.get().status !== 'idle') return
  const obstacle = obstacleToCode(phone)
  if (obstacle) {
    $loginNotice.set(obstacle)
    return
  }
  $login.set({ status: 'sending' })
  try {
    const { data } = await ask(sendSms, { body: { phone } })
    startCountdown(data.retry_after)
    $loginNotice.set({ tone: 'success', text: '发送成功' })
  } catch (error) {
    sayWhyNoCode(error)
  } finally {
    $login.set({ status: 'idle' })
  }
}

function obstacleToCode(phone: string): LoginNotice | undefined {
  if (!isPhone(phone)) return { tone: 'error', text: PHONE_INVALID, field: 'phone' }
  if (secondsLeft($resendAt.get(), Date.now()) > 0) return { tone: 'error', text: SMS_TOO_OFTEN }
  return undefined
}

function sayWhyNoCode(error: unknown): void {
  if (!(error instanceof RefusedError)) {
    say(explainError(error))
    return
  }
  if (error.code !== CODES.tooOften) {
    say('请输入手机号', 'phone')
    return
  }
  const retryAfter = error.fields['retry_after']
  // A refusal for the hour or the day is longer than the countdown shows.
  if (typeof retryAfter === 'number' && retryAfter <= SMS_RESEND_SECONDS) startCountdown(retryAfter)
  say(SMS_TOO_OFTEN)
}

/** True when logged in; otherwise the notice says why not. */
export async function enter(phone: string, captcha: string, consented: boolean): Promise<boolean> {
  if ($login.get().status !== 'idle') return false
  const obstacle = obstacleToEntering(phone, captcha, consented)
  if (obstacle) {
    $loginNotice.set(obstacle)
    return false
  }
  $login.set({ status: 'entering' })
  try {
    const { data } = await ask(logIn, { body: { phone, captcha, consent: CONSENT_VERSION } })
    LOGIN_IN(data)
    $loginNotice.set(null)
    return true
  } catch (error) {
    if (error instanceof RefusedError) say(LOGIN_FAILED, 'captcha')
    else say(explainError(error))
    return false
  } finally {
    $login.set({ status: 'idle' })
  }
}

function obstacleToEntering(phone: string, captcha: string, consented: boolean): LoginNotice | undefined {
  const error = (text: string, field: NonNullable<LoginNotice['field']>) =>
    ({ tone: 'error', text, field }) as const
  if (phone === '') return error(LOGIN_INCOMPLETE, 'phone')
  if (captcha === '') return error(LOGIN_INCOMPLETE, 'captcha')
  if (!isPhone(phone)) return error(PHONE_INVALID, 'phone')
  if (!consented) return error('请先阅读并同意用户协议和隐私政策', 'consent')
  return undefined
}
