import type { InputOf, QueryOf } from '../contract/call.ts'
import { decideAdditional, listSubmittedAdditional } from '../contract/operator-additional.ts'
import { request } from './http.ts'

type Filter = Partial<Omit<QueryOf<typeof listSubmittedAdditional>, 'page'>>

/** One page of what companies have applied for beside policies, newest first. */
export async function fetchSubmittedAdditional(page: number, { kind, state }: Filter = {}) {
  const query = { page: String(page), ...(kind && { kind }), ...(state && { state }) }
  const { result } = await request(listSubmittedAdditional, { query })
  return result
}

/** Approves or refuses, or asks for more. */
export function decideSubmittedAdditional(id: number, body: InputOf<typeof decideAdditional>['body']) {
  return request(decideAdditional, { params: { id: String(id) }, body })
}
