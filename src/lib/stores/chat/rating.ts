/** 满意度: whether the company is asked how content it is with a conversation, and what it has said. */
import { map } from 'nanostores'
import { ask } from '../../api/ask.ts'
import { explainError } from '../../api/errors.ts'
import { type Grade, type Rating, rateConversation, readRating } from '../../contract/chat/rating.ts'
import { $owner } from '../session.ts'
import { askAgainIfLeft } from './failures.ts'

/** By conversation. */
export const $ratings = map<Record<number, Rating>>({})

$owner.listen(() => $ratings.set({}))

/** What cannot be read is not asked for: nobody waits for it. */
export async function askForRating(id: number): Promise<void> {
  const owner = $owner.get()
  try {
    const { data } = await ask(readRating, { params: { id } })
    if ($owner.get() === owner) $ratings.setKey(id, data)
  } catch {
    // The dialogue tells what is wrong with the line or the session.
  }
}

/** @param grade null: would rather not say @returns what went wrong */
export async function sendRating(
  id: number,
  seq: number,
  grade: Grade | null,
  note = '',
): Promise<string | undefined> {
  const owner = $owner.get()
  try {
    const { data } = await ask(rateConversation, { params: { id }, body: { seq, grade, note } })
    if ($owner.get() === owner) $ratings.setKey(id, data)
    return undefined
  } catch (error) {
    if (!askAgainIfLeft(error, owner)) await askForRating(id)
    return explainError(error)
  }
}
