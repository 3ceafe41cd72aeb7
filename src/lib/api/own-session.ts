import { endOtherSessions, listSessions, type OwnSession } from '../contract/account/own-session.ts'
import { ask } from './ask.ts'

export async function fetchOwnSessions(): Promise<OwnSession[]> {
  const { result } = await ask(listSessions, {})
  return result.items
}

/** Gives how many were ended. */
export async function logOutElsewhere(): Promise<number> {
  const { ended } = await ask(endOtherSessions, {})
  return ended
}
