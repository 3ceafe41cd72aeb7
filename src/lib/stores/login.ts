/** The login form: codes, countdown, login (behaviour B3.3, B3.4 and B3.5). */
import { atom } from 'nanostores'
import * as v from 'valibot'
import { ask } from '../api/ask.ts'
import { explainError, RefusedError } from '../api/errors.ts'
import { kept } from '../browser/kept/kept.ts'
import { notifyTabs } from '../browser/page-events.ts'
import { changeProfile } from '../contract/account/company-profile.ts'
import { CONSENT_VERSION, LOGIN_FAILED, LOGIN_INCOMPLETE, logIn } from '../contract/account/customer.ts'
import { PHONE_INVALID, SMS_RESEND_SECONDS, SMS_TOO_OFTEN, sendSms } from '../contract/account/sms.ts'
import { CODES } from '../contract/envelope.ts'
import { isPhone } from '../rules/text/phone.ts'
import { showCompanyName } from './company-name.ts'
import { $hasExpired, askForLogin, handleSessionEnd, LOGIN_IN } from './session.ts'

type LoginState = { status: 'idle' } | { status: 'sending' } | { status: 'entering' }

export interface LoginNotice {
  tone: 'error' | 'success' | 'info'
  text: string
  field?: 'phone' | 'captcha' | 'consent'
}

export const $login = atom<LoginState>({ status: 'idle' })
export const $loginNotice = atom<LoginNotice | null>(null)

export const LOGIN_EXPIRED = '登录已过期，请重新登录'
const keptResendAt = kept('login:resend_at', v.number())

/** Time of the next possible code, in ms since 1970; survives closing the overlay and reloading. */
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

export function secondsLeft(resendAt: number, now: number): number {
  return Math.max(0, Math.ceil((resendAt - now) / 1000))
}

/** Asks to log in again after an action without a session, with the reason. */
export function askForLoginAgain(): void {
  say(LOGIN_EXPIRED)
  askForLogin()
}

export function askAgainIfSessionEnded(error: unknown): boolean {
  const hasEnded = handleSessionEnd(error)
  if (hasEnded) askForLoginAgain()
  return hasEnded
}

/** Explains an expired session when the overlay opens, even if a background call learned it first. */
export function explainOpening(): void {
  if ($hasExpired.get() && $loginNotice.get() === null) say(LOGIN_EXPIRED)
}

function say(text: string, field?: LoginNotice['field']): void {
  $loginNotice.set({ tone: 'error', text, ...(field && { field }) })
}

/** The button stays enabled during the countdown, and then explains why nothing is sent. */
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
  // A limit per hour or day exceeds the countdown.
  if (typeof retryAfter === 'number' && retryAfter <= SMS_RESEND_SECONDS) startCountdown(retryAfter)
  say(SMS_TOO_OFTEN)
}

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

/** Names the company, asked for after its first login. @returns the error in words */
export async function nameCompany(name: string): Promise<string | undefined> {
  try {
    const { profile } = await ask(changeProfile, { body: { name, answers: [] } })
    showCompanyName(profile.name)
    notifyTabs('company')
    return undefined
  } catch (error) {
    return askAgainIfSessionEnded(error) ? LOGIN_EXPIRED : explainError(error)
  }
}
