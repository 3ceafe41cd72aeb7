/** Calls whose failure nobody waits for any more: the person has left, or the session has ended. */
import { explainError } from '../../api/errors.ts'
import type { Failure } from '../../conversation/dialogue.ts'
import { askForLoginAgain } from '../login.ts'
import { $owner, handleSessionEnd } from '../session.ts'

/** @param owner who was logged in when it was made; null: that was not known yet */
export function handleLeaving(error: unknown, owner: string | null): boolean {
  return (owner !== null && owner !== $owner.get()) || handleSessionEnd(error)
}

/** The same; whose session has ended by itself is asked to log in again, and who has logged out is not. */
export function askAgainIfLeft(error: unknown, owner: string | null): boolean {
  const isHere = owner === null || owner === $owner.get()
  const isNobodys = handleLeaving(error, owner)
  if (isHere && isNobodys) askForLoginAgain()
  return isNobodys
}

/** To who is logged in. */
export function explainFailure(error: unknown): Failure {
  return { text: explainError(error), isOver: askAgainIfLeft(error, $owner.get()) }
}
