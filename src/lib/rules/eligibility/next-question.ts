/** The next best question: the one answer that could settle most of the policies that are still 待确认. */
import { type Company, inputsOf, readCompany } from './company.ts'
import type { CompiledRule } from './evaluate.ts'
import { FACT_KEYS, type FactKey, type Facts } from './facts.ts'
import type { ConditionReason, GroupReason, Reason } from './verdict.ts'

export interface NextQuestion {
  fact: FactKey
  /** Policies that a suitable answer would settle, one way or the other; an upper bound for any one answer. */
  settles: number
}

/** Sets of facts as bits, by their place in the catalogue. */
type FactBits = number

/** The facts that alone could make a condition met, and those that alone could make it unmet. */
interface Prospects {
  met: FactBits
  unmet: FactBits
}

const BIT = Object.fromEntries(FACT_KEYS.map((key, index) => [key, 1 << index])) as Record<FactKey, FactBits>
const EVERY: FactBits = -1
const DONE = { met: { met: EVERY, unmet: 0 }, unmet: { met: 0, unmet: EVERY } }

/** For each fact, by its place in the catalogue, the policies that it could settle one way, and either way. */
export interface Tally {
  either: number[]
  both: number[]
}

export function startTally(): Tally {
  return {
    either: new Array<number>(FACT_KEYS.length).fill(0),
    both: new Array<number>(FACT_KEYS.length).fill(0),
  }
}

/** Counts one policy in. */
export function addToTally({ either, both }: Tally, rule: CompiledRule, company: Company): void {
  const { met, unmet } = prospectsOf(rule, company)
  for (let bits = met | unmet; bits !== 0; bits &= bits - 1) {
    const index = 31 - Math.clz32(bits & -bits)
    either[index] = (either[index] ?? 0) + 1
    both[index] = (both[index] ?? 0) + (((met & unmet) >>> index) & 1)
  }
}

/** Null when nothing that is unasked could settle anything. Answers of 不清楚 are not asked again. */
export function bestOfTally({ either, both }: Tally, facts: Facts): NextQuestion | null {
  let best: (NextQuestion & { sure: number }) | null = null
  for (const [index, fact] of FACT_KEYS.entries()) {
    const [settles = 0, sure = 0] = [either[index], both[index]]
    if (facts[fact] !== undefined || settles === 0) continue
    // Equal: the one that settles more whichever way it is answered; then the order of the catalogue.
    if (!best || settles > best.settles || (settles === best.settles && sure > best.sure)) {
      best = { fact, settles, sure }
    }
  }
  return best && { fact: best.fact, settles: best.settles }
}

/** Looks at all rules at once. With thousands of rules and a screen that must react, tally in slices instead. */
export function nextBestQuestion(
  rules: readonly CompiledRule[],
  facts: Facts,
  today: string,
): NextQuestion | null {
  const company = readCompany(facts, today)
  const tally = startTally()
  for (const rule of rules) addToTally(tally, rule, company)
  return bestOfTally(tally, facts)
}

function prospectsOf({ program }: CompiledRule, company: Company): Prospects {
  return program?.status(company) === 'unknown' ? outlook(program.reason(company)) : { met: 0, unmet: 0 }
}

function outlook(reason: Reason): Prospects {
  if (reason.status !== 'unknown') return DONE[reason.status]
  return 'parts' in reason ? groupOutlook(reason) : conditionOutlook(reason)
}

/**
 * A figure that misses two facts is not settled by one; 企业规模 may be, as one low figure decides. A tier that is not
 * known matters only once the figure itself is.
 */
function conditionOutlook({ missing, condition: { fact } }: ConditionReason): Prospects {
  const own = missing.filter((key) => inputsOf(fact).includes(key))
  const asked = own.length > 0 ? own : missing
  if (asked.length > 1 && fact !== 'size') return { met: 0, unmet: 0 }
  const bits = asked.reduce((sum, key) => sum | BIT[key], 0)
  return { met: bits, unmet: bits }
}

function groupOutlook({ need, parts }: GroupReason): Prospects {
  const prospects = parts.map(outlook)
  return {
    met: inAtLeast(
      need,
      prospects.map(({ met }) => met),
    ),
    unmet: inAtLeast(
      parts.length - need + 1,
      prospects.map(({ unmet }) => unmet),
    ),
  }
}

/** The bits that are set in at least `need` of the sets. */
function inAtLeast(need: number, sets: readonly FactBits[]): FactBits {
  if (need === 1) return sets.reduce((sum, set) => sum | set, 0)
  if (need === sets.length) return sets.reduce((sum, set) => sum & set, EVERY)
  let result = 0
  for (const index of FACT_KEYS.keys()) {
    if (sets.filter((set) => (set >>> index) & 1).length >= need) result |= 1 << index
  }
  return result
}

/** The first fact that a verdict waits for and that has not been asked, in the order of the conditions. */
export function firstMissing(reason: Reason, facts: Facts): FactKey | null {
  if (reason.status !== 'unknown') return null
  if (!('parts' in reason)) return reason.missing.find((fact) => facts[fact] === undefined) ?? null
  for (const part of reason.parts) {
    const fact = firstMissing(part, facts)
    if (fact) return fact
  }
  return null
}
