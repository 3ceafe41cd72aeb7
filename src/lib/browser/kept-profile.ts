/** Changes of the company profile that are not saved yet, over a reload or a new login; by company. */
import * as v from 'valibot'
import { kept } from './kept/kept.ts'

const value = v.nullable(v.union([v.string(), v.number(), v.boolean(), v.array(v.string())]))
const edits = v.record(v.string(), v.object({ value, from: value }))

export type ProfileValue = v.InferOutput<typeof value>
/** By field: what was typed, and what was there before. */
export type ProfileEdits = v.InferOutput<typeof edits>

export const keptEdits = kept('profile', edits)
