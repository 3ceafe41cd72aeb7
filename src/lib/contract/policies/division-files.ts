/**
 * The static files of names below /frontend/data: for the region choice one for each division that has others below it,
 * for the questionnaire all places, and all industries with the everyday words for them.
 */
import * as v from 'valibot'

/** Of the divisions right below `parent` (a code; 000000 gives the provinces). */
export function divisionsPath(parent: string): string {
  return `/frontend/data/divisions/${parent}.json`
}

export const divisionsFile = v.array(
  v.object({ code: v.pipe(v.string(), v.regex(/^\d{6}$/)), name: v.string() }),
)

export const PLACES_PATH = '/frontend/data/places.json'
export const INDUSTRIES_PATH = '/frontend/data/industries.json'
export const INDUSTRY_WORDS_PATH = '/frontend/data/industry-words.json'

/** Code to name. */
export const namesFile = v.record(v.string(), v.string())

/** What people call a business to the codes that it may have, the likeliest first. */
export const industryWordsFile = v.record(v.string(), v.array(v.string()))

export type IndustryWords = v.InferOutput<typeof industryWordsFile>

export type Division = v.InferOutput<typeof divisionsFile>[number]
