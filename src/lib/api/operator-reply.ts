import type { AnswerOf } from '../contract/call.ts'
import { changeQuickReplies, listQuickReplies } from '../contract/operator/reply.ts'
import { ask } from './ask.ts'

export type QuickReplies = AnswerOf<typeof listQuickReplies>['data']

export async function fetchQuickReplies(): Promise<QuickReplies> {
  const { data } = await ask(listQuickReplies, {})
  return data
}

/** Replaces them all. */
export async function storeQuickReplies(replies: QuickReplies): Promise<QuickReplies> {
  const { data } = await ask(changeQuickReplies, { body: replies })
  return data
}
