import type { InputOf } from '../contract/call.ts'
import { showProvider } from '../contract/operator/provider.ts'
import { ask } from './ask.ts'

/** Takes an approved provider off, or shows it again. */
export function publishSubmitted(id: number, body: InputOf<typeof showProvider>['body']) {
  return ask(showProvider, { params: { id: String(id) }, body })
}
