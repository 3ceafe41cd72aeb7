import type { AnswerOf } from '../contract/call.ts'
import { shareSignature } from '../contract/share.ts'
import { request } from './http.ts'

/** What the JS-SDK needs to be let into this page: `location.href`. */
export function fetchShareSignature(pageUrl: string): Promise<AnswerOf<typeof shareSignature>> {
  return request(shareSignature, { query: { url: pageUrl } })
}
