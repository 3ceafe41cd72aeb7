/** The next best question: by the money that depends on it, then by the number of policies that it may settle. */
import { type AskKey, isAskKey } from './asks.ts'
import { canBeAsked, inputsOf, readCompany } from './company.ts'
import type { CompiledRule } from './evaluate.ts'
import { type AnswerKey, FACT_KEYS, type Facts, factOf } from './facts.ts'
import { type Condition, isGroup, partsOf, type Tree } from './tree.ts'
import {
  type ConditionReason,
  type GroupReason,
  openConditions,
  type Reason,
  type Status,
} from './verdict.ts'

export interface NextQuestion {
  key: AnswerKey
  /** Policies that a suitable answer would settle in either direction; an upper bound for any one answer. */
  settles: number
  /** Largest sum of this year, 元, that depends on it for one policy; missing if unknown. */
  stake?: number
  /** Numbers of one formula, or of one paper, `key` first: they are one question. */
  together?: readonly AnswerKey[]
}

interface Prospects {
  met: readonly AnswerKey[]
  unmet: readonly AnswerKey[]
}

interface Count {
  /** Policies that an answer could settle in one direction, and in either. */
  either: number
  both: number
  /** The best rank among the policies; lower is better. */
  rank: number
  stake: number
  /** 元 that it may decide per second of answering. */
  rate: number
  /** Policies of possible but unexpected worth, each divided by its open questions. */
  hope: number
  /** 2: a sum that counts already, or nearly, waits for it. 1: something with a price depends on it. */
  matters: 0 | 1 | 2
}

const NO_COUNT: Count = { either: 0, both: 0, rank: Infinity, stake: 0, rate: 0, hope: 0, matters: 0 }

export type Tally = Map<AnswerKey, Count>

export interface Weighed {
  /** Breaks ties between asks that settle as many policies: the lowest rank wins. */
  rank?: number
  /** 元 that depend on it at most: 0 if unknown, null without a price. */
  stake?: number | null
  /** 元 that a typical company of this kind gets. */
  usually?: number
  /** The reason for a typical company of this kind, parallel to the reason. */
  typical?: Reason | undefined
  /** Additional answers for its formula. */
  figures?: readonly AnswerKey[]
  usual?: ReadonlySet<AskKey> | undefined
}

/** Questions for smaller sums come last. 元. */
const SMALL = 1000

export function addToTally(tally: Tally, reason: Reason, facts: Facts, weighed: Weighed = {}): void {
  if (reason.status !== 'unknown' || !canBeMet(reason)) return
  const { rank = 0, stake = null, usually = 0, typical = reason, figures = [], usual } = weighed
  const { met, unmet } = outlook(reason)
  const settling = [...new Set([...met, ...unmet])].filter((key) => canBeAsked(key, facts))
  const { steps } = planOf(reason, typical, facts, usual)
  const left = figures.filter((key) => canBeAsked(key, facts) && steps.every((step) => step.key !== key))
  const plan = [...steps, ...left.map((key) => ({ key, chance: 1 }))]
  const rate = usually < SMALL ? 0 : rateOf(plan, usually)
  for (const key of settling) {
    const count = countFor(tally, key)
    count.either += 1
    if (met.includes(key) && unmet.includes(key)) count.both += 1
    count.rank = Math.min(count.rank, rank)
  }
  if (stake === null) return
  for (const { key } of plan) {
    const count = countFor(tally, key)
    count.stake = Math.max(count.stake, stake)
    count.rate += rate
    if (rate === 0) count.hope += 1 / plan.length
    count.matters ||= 1
  }
}

function countFor(tally: Tally, key: AnswerKey): Count {
  const count = tally.get(key) ?? { ...NO_COUNT }
  tally.set(key, count)
  return count
}

/** Adds `keys` that leave `stake` 元 of a counted sum open, of which about `usually` will come. */
export function addNarrowing(
  tally: Tally,
  keys: readonly AnswerKey[],
  stake: number,
  usually: number = stake,
): void {
  const plan = keys.map((key) => ({ key, chance: 1 }))
  const rate = usually < SMALL ? 0 : rateOf(plan, usually)
  for (const key of keys) {
    const count = countFor(tally, key)
    count.stake = Math.max(count.stake, stake)
    count.rate += rate
    if (rate === 0) count.hope += 1 / plan.length
    count.matters = 2
  }
}

interface Step {
  key: AnswerKey
  chance: number
}

/** 元 per second of answering, if the first 否 ends the row of questions. */
function rateOf(plan: readonly Step[], usually: number): number {
  const doubtful = [...plan].sort((a, b) => a.chance - b.chance)
  let [chance, seconds] = [1, 0]
  for (const step of doubtful) {
    seconds += chance * secondsFor(step.key)
    chance *= step.chance
  }
  return seconds === 0 ? 0 : (usually * chance) / seconds
}

/** Estimates the time to read, type and tap, as docs/evidence/tasks.md counts it. */
export function secondsFor(key: AnswerKey): number {
  const kind = isAskKey(key) ? 'boolean' : factOf(key).kind
  if (kind === 'boolean' || kind === 'choice') return 3.7
  return kind === 'multi' ? 4.9 : 6
}

interface Plan {
  chance: number
  steps: readonly Step[]
}

export function chanceOf(
  reason: Reason,
  typical: Reason = reason,
  facts: Facts = {},
  usual?: ReadonlySet<AskKey>,
): number {
  return canBeMet(reason) ? planOf(reason, typical, facts, usual).chance : 0
}

/** Returns whether it needs a statement that is true for few, and that the company's industry does not suggest. */
export function isRare(reason: Reason, facts: Facts, usual?: ReadonlySet<AskKey>): boolean {
  const { steps } = planOf(reason, reason, facts, usual)
  return steps.some(({ key, chance }) => isAskKey(key) && chance < STATEMENT.suggested)
}

/** Probability of 符合 by the usual values of such companies: by their status, and by kinds of unmet conditions. */
const GUESS = { met: 0.8, unmet: 0.1, unknown: 0.5, several: 0.2, otherKind: 0.02, figure: 0.3 }
/** Limits, where a company can easily differ from its kind. */
const LIMITS: ReadonlySet<string> = new Set(['lt', 'lte', 'gt', 'gte', 'between'])
const SEVERAL: ReadonlySet<string> = new Set(['hired_groups', 'founder_groups'])
/**
 * Probabilities of statements: true for most, true for few, about the company's industry, about its section, about
 * some industries of its section.
 */
const STATEMENT = { usual: 0.9, seldom: 0.08, fitting: 0.5, suggested: 0.1, partly: 0.03 }

/** Returns the probability of 是; with no known usual ones, all count as usual. */
export function chanceOfYes(key: AskKey, usual?: ReadonlySet<AskKey>): number {
  return STATEMENT[!usual || usual.has(key) ? 'usual' : 'seldom']
}

function guessFor(
  condition: Condition,
  typical: Status,
  { industry }: Facts,
  usual?: ReadonlySet<AskKey>,
): number {
  if ('ask' in condition) {
    const { key, industries } = condition
    if (!industries) return chanceOfYes(key, usual)
    if ((industry?.length ?? 0) > 1) return STATEMENT.fitting
    if (!industries.includes(industry ?? '')) return STATEMENT.partly
    return Math.max(STATEMENT.suggested, chanceOfYes(key, usual))
  }
  if (typical === 'unknown' && condition.op === 'not_within') return GUESS.met
  if (typical === 'unmet' && condition.fact === 'kind') return GUESS.otherKind
  if (typical === 'unmet' && LIMITS.has(condition.op)) return GUESS.figure
  return typical === 'unmet' && SEVERAL.has(condition.fact) ? GUESS.several : GUESS[typical]
}

function planOf(reason: Reason, typical: Reason, facts: Facts, usual?: ReadonlySet<AskKey>): Plan {
  if (reason.status !== 'unknown') return { chance: reason.status === 'met' ? 1 : 0, steps: [] }
  if ('parts' in reason) {
    const guesses = 'parts' in typical ? typical.parts : reason.parts
    const plans: Plan[] = reason.parts.flatMap((part, place) =>
      part.status === 'unknown' && canBeMet(part) ? [planOf(part, guesses[place] ?? part, facts, usual)] : [],
    )
    const chosen = [...plans]
      .sort((a, b) => b.chance / b.steps.length - a.chance / a.steps.length)
      .slice(0, reason.need - reason.met)
    const steps = new Map<AnswerKey, Step>()
    for (const step of chosen.flatMap((plan) => plan.steps)) {
      const known = steps.get(step.key)
      if (!known || known.chance > step.chance) steps.set(step.key, step)
    }
    return { chance: chosen.reduce((all, { chance }) => all * chance, 1), steps: [...steps.values()] }
  }
  const keys = reason.missing.filter((key) => canBeAsked(key, facts))
  if (keys.length === 0) return { chance: 0, steps: [] }
  const chance = guessFor(reason.condition, typical.status, facts, usual)
  return { chance, steps: keys.map((key, place) => ({ key, chance: place === 0 ? chance : 1 })) }
}

/** All estimates depend on it: once money depends on it, it comes before questions with more 元 per second. */
const SCALE: AnswerKey = 'taxable_income'

export function bestOfTally(tally: Tally): NextQuestion | null {
  const scale = tally.get(SCALE)
  let best: { key: AnswerKey; count: Count } | null = null
  for (const [key, count] of tally) {
    if (!best || isBetter({ key, count }, best)) best = { key, count }
  }
  if (scale && scale.rate > 0) best = { key: SCALE, count: scale }
  if (!best) return null
  const { either, stake } = best.count
  return { key: best.key, settles: either, ...(stake > 0 && { stake }) }
}

const PLACES = new Map<AnswerKey, number>(FACT_KEYS.map((key, index) => [key, index]))

/**
 * Orders by 元 per second, by the amount open in the total, by possible worth that shows soonest, by count. Equals:
 * facts before asks, then the question that settles more in either direction, then the catalogue.
 */
function isBetter(one: { key: AnswerKey; count: Count }, other: { key: AnswerKey; count: Count }): boolean {
  const [a, b] = [one.count, other.count]
  if (a.rate !== b.rate) return a.rate > b.rate
  if (a.matters !== b.matters) return a.matters > b.matters
  if (a.hope !== b.hope) return a.hope > b.hope
  if (a.either !== b.either) return a.either > b.either
  if (isAskKey(one.key) !== isAskKey(other.key)) return isAskKey(other.key)
  if (isAskKey(one.key)) return a.rank < b.rank
  return a.both === b.both ? (PLACES.get(one.key) ?? 0) < (PLACES.get(other.key) ?? 0) : a.both > b.both
}

export function questionsOf(tree: Tree): Set<AnswerKey> {
  if (isGroup(tree)) return new Set(partsOf(tree).parts.flatMap((part) => [...questionsOf(part)]))
  if ('ask' in tree) return new Set([tree.key])
  return new Set([tree.fact, ...('by' in tree ? [tree.by] : [])].flatMap(inputsOf))
}

/**
 * Returns statements that exclude a policy with a single 否, one for each such open policy, lowest `rank` first.
 * Leaves out `usual` ones (所在行业不受限制, 没有失信), which must not be denied in passing.
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

/** False if a part stays open after every answer (其他组织, a share of 0): then nothing else is asked. */
function canBeMet(reason: Reason): boolean {
  if (!('parts' in reason)) return reason.status === 'met' || reason.missing.length > 0
  return reason.parts.filter(canBeMet).length >= reason.need
}

function outlook(reason: Reason): Prospects {
  return 'parts' in reason ? groupOutlook(reason) : conditionOutlook(reason)
}

const NONE: Prospects = { met: [], unmet: [] }

/**
 * A figure with two missing facts is not settled by one; 企业规模 may be, as one low figure decides. An unknown tier
 * matters only once the figure itself is known.
 */
function conditionOutlook({ missing, condition }: ConditionReason): Prospects {
  if ('ask' in condition) return { met: missing, unmet: missing }
  const inputs: readonly AnswerKey[] = inputsOf(condition.fact)
  const own = missing.filter((key) => inputs.includes(key))
  const asked = own.length > 0 ? own : missing
  return asked.length > 1 && condition.fact !== 'size' ? NONE : { met: asked, unmet: asked }
}

/** Decided parts count for every answer. */
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

function inAtLeast(need: number, lists: readonly (readonly AnswerKey[])[]): readonly AnswerKey[] {
  const filled = lists.filter((list) => list.length > 0)
  if (filled.length < need) return []
  const [first = []] = filled
  if (filled.length === 1) return first
  const counts = new Map<AnswerKey, number>()
  for (const key of filled.flat()) counts.set(key, (counts.get(key) ?? 0) + 1)
  return [...counts].flatMap(([key, count]) => (count >= need ? [key] : []))
}

export function firstMissing(reason: Reason, facts: Facts): AnswerKey | null {
  if (reason.status !== 'unknown' || !canBeMet(reason)) return null
  if (!('parts' in reason)) return reason.missing.find((key) => canBeAsked(key, facts)) ?? null
  for (const part of reason.parts) {
    const key = firstMissing(part, facts)
    if (key) return key
  }
  return null
}

export function openQuestions(reason: Reason | null, facts: Facts): AnswerKey[] {
  const missing = reason ? openConditions(reason).flatMap((line) => line.missing) : []
  return [...new Set(missing)].filter((key) => canBeAsked(key, facts))
}
