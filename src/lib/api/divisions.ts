/** Administrative divisions, from the static files below /frontend/data/divisions. */
import { type FetchError, ofetch } from 'ofetch'
import * as v from 'valibot'
import { ContractError, HttpError, NetworkError } from './errors.ts'

const divisions = v.array(v.object({ code: v.pipe(v.string(), v.regex(/^\d{6}$/)), name: v.string() }))

export type Division = v.InferOutput<typeof divisions>[number]

/** The divisions right below `parent` (a code; 000000 gives the provinces). */
export async function fetchDivisions(parent: string): Promise<Division[]> {
  const answer = await ofetch<unknown>(`/frontend/data/divisions/${parent}.json`, { retry: 0 }).catch(
    (cause: FetchError) => {
      throw cause.status
        ? new HttpError(cause.status, { cause })
        : new NetworkError('no divisions', { cause })
    },
  )
  const result = v.safeParse(divisions, answer)
  if (!result.success) {
    const [issue] = result.issues
    throw new ContractError(`divisions of ${parent}: ${v.getDotPath(issue) ?? 'answer'}: ${issue.message}`)
  }
  return result.output
}
