/** Logging out: what has to be saved before, on the server, then here and in the other tabs. */
import { ask } from '../api/ask.ts'
import { explainError } from '../api/errors.ts'
import { forgetPerson } from '../browser/kept/forget-person.ts'
import { notifyTabs } from '../browser/page-events.ts'
import { logOut } from '../contract/account/customer.ts'
import { SIGN_OUT } from './session.ts'

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
