/** Administrative divisions, from the static files below /frontend/data/divisions. */
import { ofetch } from 'ofetch'
import * as v from 'valibot'
import { ContractError, NetworkError } from './errors.ts'

const divisions = v.array(v.object({ code: v.pipe(v.string(), v.regex(/^\d{6}$/)), name: v.string() }))

export type Division = v.InferOutput<typeof divisions>[number]

/** The divisions right below `parent` (a code; 000000 gives the provinces). */
export async function fetchDivisions(parent: string): Promise<Division[]> {
  const answer = await ofetch<unknown>(`/frontend/data/divisions/${parent}.json`, { retry: 0 }).catch(
    (cause) => {
      throw new NetworkError('no divisions', { cause })
    },
  )
  const result = v.safeParse(divisions, answer)
  if (!result.success) throw new ContractError(`divisions of ${parent}: ${result.issues[0].message}`)
  return result.output
}
