/** Changes of the company profile that are not saved yet, as this tab keeps them over a reload or a new login. */
import * as v from 'valibot'

const value = v.nullable(v.union([v.string(), v.number(), v.boolean(), v.array(v.string())]))
const edits = v.record(v.string(), v.object({ value, from: value }))

export type ProfileValue = v.InferOutput<typeof value>
/** By field: what was typed, and what was there before. */
export type ProfileEdits = v.InferOutput<typeof edits>

const keyOf = (companyId: number) => `profile:${companyId}`

/** None where there are none, and where what there is cannot be read. */
export function readKeptEdits(companyId: number): ProfileEdits {
  try {
    const read = v.safeParse(edits, JSON.parse(sessionStorage.getItem(keyOf(companyId)) ?? '{}'))
    return read.success ? read.output : {}
  } catch {
    return {}
  }
}

export function keepEdits(companyId: number, kept: ProfileEdits): void {
  try {
    if (Object.keys(kept).length === 0) sessionStorage.removeItem(keyOf(companyId))
    else sessionStorage.setItem(keyOf(companyId), JSON.stringify(kept))
  } catch {
    // They stay on the page, which is all that this device allows.
  }
}
