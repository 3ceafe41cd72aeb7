/** Logout: finishes pending work, then ends the session on the server, here and in the other tabs. */
import { ask } from '../api/ask.ts'
import { explainError } from '../api/errors.ts'
import { forgetPerson } from '../browser/kept/forget-person.ts'
import { notifyTabs } from '../browser/page-events.ts'
import { logOut } from '../contract/account/customer.ts'
import { SIGN_OUT } from './session.ts'

const leaving = new Set<() => Promise<unknown>>()

/** Registers work to finish before a logout. @returns a function that unregisters it */
export function beforeLogout(work: () => Promise<unknown>): () => void {
  leaving.add(work)
  return () => leaving.delete(work)
}

export async function logOutHere(): Promise<string | undefined> {
  await Promise.allSettled([...leaving].map((work) => work()))
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
