/** The page of the account: for which company it shows what, and what becomes of it when the login ends. */
import { atom } from 'nanostores'
import { RefusedError } from '../api/errors.ts'
import { CODES } from '../contract/envelope.ts'
import { askForLoginAgain } from './login.ts'
import { $companyId, endedByRefusal } from './session.ts'

export type AccountPage =
  | { status: 'out' }
  | { status: 'in'; companyId: number }
  /** The login ended while something was being done: what is on the screen stays until one logs in again. */
  | { status: 'expired'; companyId: number }

export const $accountPage = atom<AccountPage>({ status: 'out' })

/** Follows logins and logouts, here and in other tabs, for as long as the page is open. */
export function followAccountPage(): () => void {
  return $companyId.subscribe((companyId) => {
    if (companyId !== null) $accountPage.set({ status: 'in', companyId })
    else if ($accountPage.get().status === 'in') $accountPage.set({ status: 'out' })
  })
}

/** What a person did was refused because the login has ended: asks to log in again. True when that was it. */
export function expiredBy(error: unknown): boolean {
  const page = $accountPage.get()
  const isExpiry = error instanceof RefusedError && error.code === CODES.notLoggedIn
  // First, so that the page knows why the session goes.
  if (isExpiry && page.status === 'in') $accountPage.set({ status: 'expired', companyId: page.companyId })
  if (!endedByRefusal(error)) return false
  askForLoginAgain()
  return true
}
