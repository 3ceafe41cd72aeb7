import { endOtherSessions, listSessions, type OwnSession } from '../contract/own-session.ts'
import { request } from './http.ts'

export async function fetchOwnSessions(): Promise<OwnSession[]> {
  const { result } = await request(listSessions, {})
  return result.items
}

/** Gives how many were ended. */
export async function logOutElsewhere(): Promise<number> {
  const { ended } = await request(endOtherSessions, {})
  return ended
}
