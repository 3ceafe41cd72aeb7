/** The static files of the region choice below /frontend/data: one for each division that has others below it. */
import * as v from 'valibot'

/** Of the divisions right below `parent` (a code; 000000 gives the provinces). */
export function divisionsPath(parent: string): string {
  return `/frontend/data/divisions/${parent}.json`
}

export const divisionsFile = v.array(
  v.object({ code: v.pipe(v.string(), v.regex(/^\d{6}$/)), name: v.string() }),
)

export type Division = v.InferOutput<typeof divisionsFile>[number]
