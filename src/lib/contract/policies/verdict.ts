/** Why a verdict is what it is, on the wire: the evaluator's reasons as they are. */
import * as v from 'valibot'
import { DERIVED, type DerivedKey } from '../../rules/eligibility/derived.ts'
import { FACT_KEYS } from '../../rules/eligibility/facts.ts'
import { type Condition, OPERATORS } from '../../rules/eligibility/tree.ts'
import type { ConditionReason, GroupReason, Reason } from '../../rules/eligibility/verdict.ts'

export const verdictStatus = v.picklist(['met', 'unmet', 'unknown'])

const count = v.pipe(v.number(), v.integer(), v.minValue(0))
const fact = v.picklist(FACT_KEYS)
const subject = v.picklist([...FACT_KEYS, ...(Object.keys(DERIVED) as DerivedKey[])])
const scalar = v.union([v.string(), v.number()])
const value = v.union([scalar, v.boolean(), v.array(scalar)])

const clause = v.object({
  article: v.string(),
  gist: v.exactOptional(v.string()),
  href: v.exactOptional(v.string()),
})

const comparison = { fact: subject, op: v.picklist(OPERATORS), clause: v.exactOptional(clause) }

const tier = v.object({ up_to: v.exactOptional(scalar), below: v.exactOptional(scalar), value })

const condition: v.GenericSchema<Condition> = v.union([
  v.object({ ...comparison, by: subject, tiers: v.array(tier) }),
  v.object({ ...comparison, value }),
])

const gap = v.object({
  fact: subject,
  side: v.picklist(['short', 'over']),
  need: v.string(),
  have: v.string(),
  missing: v.string(),
  unit: v.string(),
})

const conditionReason: v.GenericSchema<ConditionReason> = v.object({
  status: verdictStatus,
  condition,
  rests: v.array(fact),
  missing: v.array(fact),
  gap: v.exactOptional(gap),
  wait: v.exactOptional(v.object({ months: v.number(), from: v.string() })),
})

const groupReason: v.GenericSchema<GroupReason> = v.object({
  status: verdictStatus,
  clause: v.exactOptional(clause),
  need: count,
  met: count,
  parts: v.array(v.lazy(() => verdictReason)),
})

export const verdictReason: v.GenericSchema<Reason> = v.union([groupReason, conditionReason])
