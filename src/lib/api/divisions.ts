/** Administrative divisions, from the static files below /frontend/data/divisions. */
import * as v from 'valibot'
import { readStaticFile } from './static-file.ts'

const divisions = v.array(v.object({ code: v.pipe(v.string(), v.regex(/^\d{6}$/)), name: v.string() }))

export type Division = v.InferOutput<typeof divisions>[number]

/** The divisions right below `parent` (a code; 000000 gives the provinces). */
export function fetchDivisions(parent: string): Promise<Division[]> {
  return readStaticFile(`/frontend/data/divisions/${parent}.json`, divisions)
}
