import type { InputOf } from '../contract/call.ts'
import { showProvider } from '../contract/operator-provider.ts'
import { request } from './http.ts'

/** Takes an approved provider off, or shows it again. */
export function publishSubmitted(id: number, body: InputOf<typeof showProvider>['body']) {
  return request(showProvider, { params: { id: String(id) }, body })
}
