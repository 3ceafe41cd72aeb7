/** Failed calls without a receiver: the person has left, or the session has ended. */
import { explainError } from '../../api/errors.ts'
import type { Failure } from '../../conversation/dialogue.ts'
import { askForLoginAgain } from '../login.ts'
import { $owner, handleSessionEnd } from '../session.ts'

export function handleLeaving(error: unknown, owner: string | null): boolean {
  return (owner !== null && owner !== $owner.get()) || handleSessionEnd(error)
}

/** The same; after an expired session it asks for a login, after a logout it does not. */
export function askAgainIfLeft(error: unknown, owner: string | null): boolean {
  const isHere = owner === null || owner === $owner.get()
  const isNobodys = handleLeaving(error, owner)
  if (isHere && isNobodys) askForLoginAgain()
  return isNobodys
}

export function explainFailure(error: unknown): Failure {
  return { text: explainError(error), isOver: askAgainIfLeft(error, $owner.get()) }
}
