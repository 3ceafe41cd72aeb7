import type { InputOf } from '../contract/call.ts'
import {
  type Audience,
  type BroadcastPolicy,
  findPolicies,
  previewMessage,
  sendOperatorMessage,
} from '../contract/operator/message.ts'
import { ask } from './ask.ts'

/** To how many companies a message would go. */
export async function countAudience(to: Audience): Promise<number> {
  const { data } = await ask(previewMessage, { body: { to } })
  return data.count
}

/** To how many companies it went. Tried again with the same `client_id`, it is still sent once. */
export async function sendToCompanies(message: InputOf<typeof sendOperatorMessage>['body']): Promise<number> {
  const { data } = await ask(sendOperatorMessage, { body: message })
  return data.count
}

/** The first policies whose title contains `q`, or whose number it is. */
export async function searchPolicies(q: string): Promise<readonly BroadcastPolicy[]> {
  const { result } = await ask(findPolicies, { query: { page: '1', ...(q && { q }) } })
  return result.items
}
