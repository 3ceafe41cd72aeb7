/** What a tab has still to tell the experts: what its person came with. From page to page, until it is told. */
import * as v from 'valibot'
import { openConversation } from '../contract/chat/chat.ts'

export type KeptTopic = v.InferOutput<(typeof openConversation)['body']>

const keyOf = (owner: string) => `chat:topic:${owner}`

/** Undefined: nothing. */
export function readTopic(owner: string): KeptTopic | undefined {
  const parsed = v.safeParse(
    v.pipe(v.string(), v.parseJson(), openConversation.body),
    sessionStorage.getItem(keyOf(owner)),
  )
  return parsed.success ? parsed.output : undefined
}

/** @param topic null: it is told */
export function keepTopic(owner: string, topic: KeptTopic | null): void {
  try {
    if (topic === null) sessionStorage.removeItem(keyOf(owner))
    else sessionStorage.setItem(keyOf(owner), JSON.stringify(topic))
  } catch {
    // Full: this page still knows.
  }
}
