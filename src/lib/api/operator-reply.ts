import type { AnswerOf } from '../contract/call.ts'
import { changeQuickReplies, listQuickReplies } from '../contract/operator-reply.ts'
import { request } from './http.ts'

export type QuickReplies = AnswerOf<typeof listQuickReplies>['data']

export async function fetchQuickReplies(): Promise<QuickReplies> {
  const { data } = await request(listQuickReplies, {})
  return data
}

/** Replaces them all. */
export async function storeQuickReplies(replies: QuickReplies): Promise<QuickReplies> {
  const { data } = await request(changeQuickReplies, { body: replies })
  return data
}
