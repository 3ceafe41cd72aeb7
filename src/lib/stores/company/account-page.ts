/** The page of the account: for which company it shows what, and what becomes of it when the login ends. */
import { atom } from 'nanostores'
import { $companyId, $hasExpired } from '../session.ts'

export type AccountPage =
  | { status: 'out' }
  | { status: 'in'; companyId: number }
  /** The login ended by itself: what is on the screen stays until one logs in again. */
  | { status: 'expired'; companyId: number }

export const $accountPage = atom<AccountPage>({ status: 'out' })

/** Follows logins and logouts, here and in other tabs, for as long as the page is open. */
export function followAccountPage(): () => void {
  return $companyId.subscribe((companyId) => {
    if (companyId !== null) $accountPage.set({ status: 'in', companyId })
    else leave()
  })
}

/** A bell or a chat that asks in the background may be the first to learn that the session has ended. */
function leave(): void {
  const page = $accountPage.get()
  if (page.status !== 'in') return
  $accountPage.set($hasExpired.get() ? { status: 'expired', companyId: page.companyId } : { status: 'out' })
}
