/** Fields of a declarable item that the calls and the catalogue share. */
import * as v from 'valibot'

const date = v.pipe(v.string(), v.isoDate())
const month = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(12))

export const applicationWindow = v.variant('kind', [
  v.object({ kind: v.literal('in_force'), opens: v.nullable(date), closes: v.nullable(date) }),
  // Text from before these two kinds had an end has none.
  v.object({ kind: v.literal('rolling'), closes: v.exactOptional(v.nullable(date)) }),
  v.object({
    kind: v.literal('batches'),
    months: v.nullable(v.tuple([month, month])),
    /** The year whose batch has ended. */
    over: v.exactOptional(v.nullable(v.pipe(v.number(), v.integer()))),
    closes: v.exactOptional(v.nullable(date)),
  }),
  v.object({ kind: v.literal('dated'), opens: v.nullable(date), closes: date }),
  v.object({ kind: v.literal('law') }),
  v.object({ kind: v.literal('unknown') }),
])

/** The figure that a reader sees first: money in 元, rates in percent. */
export const supportAmount = v.object({
  lead: v.optional(v.string()),
  /** Value of `max` before: 25 for 25 → 5 %. */
  from: v.optional(v.pipe(v.number(), v.minValue(0))),
  min: v.optional(v.pipe(v.number(), v.minValue(0))),
  max: v.pipe(v.number(), v.minValue(0)),
  unit: v.picklist(['元', '%']),
  per: v.optional(v.string()),
})
