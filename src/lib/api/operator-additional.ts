import type { InputOf, QueryOf } from '../contract/call.ts'
import { decideAdditional, listSubmittedAdditional } from '../contract/operator/additional.ts'
import { ask } from './ask.ts'

type Filter = Partial<Omit<QueryOf<typeof listSubmittedAdditional>, 'page'>>

/** One page of what companies have applied for beside policies, newest first. */
export async function fetchSubmittedAdditional(page: number, { kind, state }: Filter = {}) {
  const query = { page: String(page), ...(kind && { kind }), ...(state && { state }) }
  const { result } = await ask(listSubmittedAdditional, { query })
  return result
}

/** Approves or refuses, or asks for more. */
export function decideSubmittedAdditional(id: number, body: InputOf<typeof decideAdditional>['body']) {
  return ask(decideAdditional, { params: { id: String(id) }, body })
}
