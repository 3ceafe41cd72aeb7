/** What the calls and the catalogue say alike about a declarable item. */
import * as v from 'valibot'

const date = v.pipe(v.string(), v.isoDate())

export const applicationWindow = v.variant('kind', [
  v.object({ kind: v.literal('rolling') }),
  v.object({ kind: v.literal('dated'), opens: v.nullable(date), closes: date }),
  v.object({ kind: v.literal('unknown') }),
])

/** The figure that a reader sees first: money in 元, rates in percent. */
export const supportAmount = v.object({
  lead: v.optional(v.string()),
  min: v.optional(v.pipe(v.number(), v.minValue(0))),
  max: v.pipe(v.number(), v.minValue(0)),
  unit: v.picklist(['元', '%']),
  per: v.optional(v.string()),
})
