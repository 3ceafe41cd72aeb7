/**
 * The static files of names below /frontend/data: for the region choice one file for each division with subdivisions; for the
 * questionnaire all places, and all industries with everyday words.
 */
import * as v from 'valibot'

/** Returns the file of the direct subdivisions of `parent` (a code; 000000 gives the provinces). */
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

/** People's words for a business, with the possible codes, likeliest first. */
export const industryWordsFile = v.record(v.string(), v.array(v.string()))

export type IndustryWords = v.InferOutput<typeof industryWordsFile>

export type Division = v.InferOutput<typeof divisionsFile>[number]
