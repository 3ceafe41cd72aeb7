/** The next best question: the one answer on which most money rests, then that which could settle most of what is 待确认. */
import { type AskKey, isAskKey } from './asks.ts'
import { canBeAsked, inputsOf, readCompany } from './company.ts'
import type { CompiledRule } from './evaluate.ts'
import { type AnswerKey, FACT_KEYS, type Facts } from './facts.ts'
import { type Ask, isGroup, partsOf, type Tree } from './tree.ts'
import { type ConditionReason, type GroupReason, openConditions, type Reason } from './verdict.ts'

export interface NextQuestion {
  key: AnswerKey
  /** Policies that a suitable answer would settle, one way or the other; an upper bound for any one answer. */
  settles: number
  /** 元 of this year that rest on it at most, for the policy of which most does; missing where nobody can say. */
  stake?: number
}

/** The answers that alone could make a condition met, and those that alone could make it unmet. */
interface Prospects {
  met: readonly AnswerKey[]
  unmet: readonly AnswerKey[]
}

/** The policies that an answer could settle one way, and either way. */
interface Count {
  either: number
  both: number
  /** The best place of a policy among them; lower is better. */
  rank: number
  /** 元 */
  stake: number
  /** Of the stake, what falls to each question that has to be answered for it. */
  share: number
  /** Policies that may be worth something nobody knows yet, each by the part that falls to one of its open questions. */
  hope: number
  /** 2: a sum that counts already, or nearly, waits for it. 1: it decides on something that has a price. */
  matters: 0 | 1 | 2
}

const NO_COUNT: Count = { either: 0, both: 0, rank: Infinity, stake: 0, share: 0, hope: 0, matters: 0 }

/** What each unasked question could settle. */
export type Tally = Map<AnswerKey, Count>

/** Of a statement of which 否 is the usual answer, so many companies say 是, about. */
const SELDOM = 0.1

/**
 * Counts one policy in, on which `stake` 元 rest: 0 where nobody can say yet, null where it has no price. Of asks that
 * settle as many policies, that of the policy with the lowest `rank` wins. What needs a statement that `isSeldom` so weighs
 * less, all its questions with it.
 */
export function addToTally(
  tally: Tally,
  reason: Reason,
  facts: Facts,
  rank = 0,
  stake: number | null = null,
  isSeldom: (key: AnswerKey) => boolean = () => false,
): void {
  if (reason.status !== 'unknown' || !canBeMet(reason)) return
  const { met, unmet } = outlook(reason)
  const keys = [...new Set([...met, ...unmet])].filter((key) => canBeAsked(key, facts))
  const chance = keys.some((key) => unmet.includes(key) && isSeldom(key)) ? SELDOM : 1
  const part = chance / Math.max(1, unasked(reason, facts).size)
  if (stake !== null && keys.length === 0) {
    // A figure of several facts: each is asked, though none settles it alone.
    const key = firstMissing(reason, facts)
    if (key && stake > 0) addNarrowing(tally, key, stake, unasked(reason, facts).size)
    else if (key) addHope(tally, key, part)
  }
  for (const key of keys) {
    const count = tally.get(key) ?? { ...NO_COUNT }
    count.either += 1
    if (met.includes(key) && unmet.includes(key)) count.both += 1
    count.rank = Math.min(count.rank, rank)
    count.stake = Math.max(count.stake, stake ?? 0)
    count.share += (stake ?? 0) * part
    if (stake === 0) count.hope += part
    if (stake !== null && count.matters === 0) count.matters = 1
    tally.set(key, count)
  }
}

function unasked(reason: Reason, facts: Facts): Set<AnswerKey> {
  const missing = openConditions(reason).flatMap((line) => line.missing)
  return new Set(missing.filter((key) => canBeAsked(key, facts)))
}

/** Counts in a question that settles no policy of which nobody knows yet what it is worth. */
function addHope(tally: Tally, key: AnswerKey, part: number): void {
  const count = tally.get(key) ?? NO_COUNT
  tally.set(key, { ...count, hope: count.hope + part, matters: count.matters || 1 })
}

/** Counts in a question that settles no policy, and without which `stake` 元 stay open, as they do without all `questions`. */
export function addNarrowing(tally: Tally, key: AnswerKey, stake: number, questions: number): void {
  const count = tally.get(key) ?? NO_COUNT
  const share = count.share + stake / Math.max(1, questions)
  tally.set(key, { ...count, stake: Math.max(count.stake, stake), share, matters: 2 })
}

/** Null when nothing that is unasked could settle anything. */
export function bestOfTally(tally: Tally): NextQuestion | null {
  let best: { key: AnswerKey; count: Count } | null = null
  for (const [key, count] of tally) {
    if (!best || isBetter({ key, count }, best)) best = { key, count }
  }
  if (!best) return null
  const { either, stake } = best.count
  return { key: best.key, settles: either, ...(stake > 0 && { stake }) }
}

const PLACES = new Map<AnswerKey, number>(FACT_KEYS.map((key, index) => [key, index]))

/** Money first, then what the total waits for, then what may be worth something, the sooner it shows the better, then how many. Equal: facts before asks, then what settles more whichever way it is answered, then the order of the catalogue. */
function isBetter(one: { key: AnswerKey; count: Count }, other: { key: AnswerKey; count: Count }): boolean {
  const [a, b] = [one.count, other.count]
  if (a.share !== b.share) return a.share > b.share
  if (a.matters !== b.matters) return a.matters > b.matters
  if (a.hope !== b.hope) return a.hope > b.hope
  if (a.either !== b.either) return a.either > b.either
  if (isAskKey(one.key) !== isAskKey(other.key)) return isAskKey(other.key)
  if (isAskKey(one.key)) return a.rank < b.rank
  return a.both === b.both ? (PLACES.get(one.key) ?? 0) < (PLACES.get(other.key) ?? 0) : a.both > b.both
}

/** All that could be asked for a tree: of alternatives one may do. */
export function questionsOf(tree: Tree): Set<AnswerKey> {
  if (isGroup(tree)) return new Set(partsOf(tree).parts.flatMap((part) => [...questionsOf(part)]))
  if ('ask' in tree) return new Set([tree.key])
  return new Set([tree.fact, ...('by' in tree ? [tree.by] : [])].flatMap(inputsOf))
}

/**
 * Statements of which a 否 alone rules a policy out, one for each open policy that has such, that of the lowest `rank` first.
 * What is `usual` (所在行业不受限制, 没有失信) must not be denied in passing.
 */
export function gatesOf(
  open: readonly { reason: Reason; rank: number }[],
  facts: Facts,
  usual: ReadonlySet<AskKey>,
): AskKey[] {
  const ranked = [...open].sort((a, b) => a.rank - b.rank)
  const gates = ranked.flatMap(({ reason }) => {
    const asked = canBeMet(reason) ? outlook(reason).unmet.filter(isAskKey) : []
    return asked.find((key) => facts[key] === undefined && !usual.has(key)) ?? []
  })
  return [...new Set(gates)]
}

/** Looks at all rules at once. With thousands of rules and a screen that must react, tally in slices instead. */
export function nextBestQuestion(
  rules: readonly CompiledRule[],
  facts: Facts,
  today: string,
): NextQuestion | null {
  const company = readCompany(facts, today)
  const tally: Tally = new Map()
  for (const { program } of rules) {
    if (program) addToTally(tally, program.reason(company), facts)
  }
  return bestOfTally(tally)
}

/** False where something is open that no answer settles (其他组织, a share of nothing): nobody is asked for the rest. */
function canBeMet(reason: Reason): boolean {
  if (!('parts' in reason)) return reason.status === 'met' || reason.missing.length > 0
  return reason.parts.filter(canBeMet).length >= reason.need
}

/** Of a reason that is open. */
function outlook(reason: Reason): Prospects {
  return 'parts' in reason ? groupOutlook(reason) : conditionOutlook(reason)
}

const NONE: Prospects = { met: [], unmet: [] }

/**
 * A figure that misses two facts is not settled by one; 企业规模 may be, as one low figure decides. A tier that is not
 * known matters only once the figure itself is.
 */
function conditionOutlook({ missing, condition }: ConditionReason): Prospects {
  if ('ask' in condition) return { met: missing, unmet: missing }
  const inputs: readonly AnswerKey[] = inputsOf(condition.fact)
  const own = missing.filter((key) => inputs.includes(key))
  const asked = own.length > 0 ? own : missing
  return asked.length > 1 && condition.fact !== 'size' ? NONE : { met: asked, unmet: asked }
}

/** What is decided already counts for every answer. */
function groupOutlook({ need, parts }: GroupReason): Prospects {
  const open = parts.filter(({ status }) => status === 'unknown').map(outlook)
  const met = parts.filter(({ status }) => status === 'met').length
  const unmet = parts.length - open.length - met
  return {
    met: inAtLeast(
      need - met,
      open.map((part) => part.met),
    ),
    unmet: inAtLeast(
      parts.length - need + 1 - unmet,
      open.map((part) => part.unmet),
    ),
  }
}

/** The keys that stand in at least `need` of the lists. */
function inAtLeast(need: number, lists: readonly (readonly AnswerKey[])[]): readonly AnswerKey[] {
  const filled = lists.filter((list) => list.length > 0)
  if (filled.length < need) return []
  const [first = []] = filled
  if (filled.length === 1) return first
  const counts = new Map<AnswerKey, number>()
  for (const key of filled.flat()) counts.set(key, (counts.get(key) ?? 0) + 1)
  return [...counts].flatMap(([key, count]) => (count >= need ? [key] : []))
}

/** The first answer that a verdict waits for and that has not been asked, in the order of the conditions. */
export function firstMissing(reason: Reason, facts: Facts): AnswerKey | null {
  if (reason.status !== 'unknown' || !canBeMet(reason)) return null
  if (!('parts' in reason)) return reason.missing.find((key) => canBeAsked(key, facts)) ?? null
  for (const part of reason.parts) {
    const key = firstMissing(part, facts)
    if (key) return key
  }
  return null
}

/** What the company alone knows, once nothing else can still be answered; else nothing. */
export function openAsks(reason: Reason, facts: Facts): Ask[] {
  if (!canBeMet(reason)) return []
  const open = openConditions(reason).filter(({ missing }) => missing.some((key) => !(key in facts)))
  const asks = open.flatMap(({ condition }) => ('ask' in condition ? [condition] : []))
  return asks.length === open.length ? asks : []
}
