/**
 * What the build tells the backend about the pages: `/frontend/data/catalogue.json`. The policies that the server
 * matches, follows and messages about are the ones that the pages show, because both come from this file's source.
 */
import * as v from 'valibot'
import { partnerLogo } from './home.ts'
import { timestamp } from './list.ts'

const pageId = v.pipe(v.number(), v.integer(), v.minValue(1))
const date = v.pipe(v.string(), v.isoDate())

export const applicationWindow = v.variant('kind', [
  v.object({ kind: v.literal('rolling') }),
  v.object({ kind: v.literal('dated'), opens: v.nullable(date), closes: date }),
  v.object({ kind: v.literal('unknown') }),
])

export const catalogue = v.object({
  built_at: timestamp,
  news: v.pipe(v.number(), v.integer(), v.minValue(0)),
  /** Originals: `id` is the platform_policy_id. */
  policies: v.array(v.object({ id: pageId, title: v.string(), region: v.string() })),
  /** Declarable items, newest first: `id` is the interpretation's page id, `policy` the original's. */
  items: v.array(
    v.object({
      id: pageId,
      policy: v.nullable(pageId),
      title: v.string(),
      region: v.string(),
      window: applicationWindow,
    }),
  ),
  logos: v.array(partnerLogo),
})

export type Catalogue = v.InferOutput<typeof catalogue>
