/** Logout: saves pending work, then ends the session on the server, here and in the other tabs. */
import { ask } from '../api/ask.ts'
import { explainError } from '../api/errors.ts'
import { forgetPerson } from '../browser/kept/forget-person.ts'
import { notifyTabs } from '../browser/page-events.ts'
import { logOut } from '../contract/account/customer.ts'
import { SIGN_OUT } from './session.ts'

const leaving = new Map<() => Promise<unknown>, () => Promise<boolean>>()

/**
 * Registers work to finish before a logout.
 * @param isSure asks the person about possible losses
 * @returns a function that unregisters it
 */
export function beforeLogout(save: () => Promise<unknown>, isSure = async () => true): () => void {
  leaving.set(save, isSure)
  return () => leaving.delete(save)
}

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
