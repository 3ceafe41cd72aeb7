import type { AnswerOf } from '../contract/call.ts'
import { shareSignature } from '../contract/policies/share.ts'
import { ask } from './ask.ts'

/** What the JS-SDK needs to be let into this page: `location.href`. */
export function fetchShareSignature(pageUrl: string): Promise<AnswerOf<typeof shareSignature>> {
  return ask(shareSignature, { query: { url: pageUrl } })
}
