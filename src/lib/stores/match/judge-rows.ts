/** Verdicts on all policies in slices, so that the page never blocks. */
import type { RulePolicy } from '../../contract/policies/rule-files.ts'
import { type AskKey, isAskKey } from '../../rules/eligibility/asks.ts'
import { type Company, canBeAsked, readCompany } from '../../rules/eligibility/company.ts'
import type { Quantity } from '../../rules/eligibility/decimal.ts'
import { type CompiledRule, statusOf } from '../../rules/eligibility/evaluate.ts'
import { type AnswerKey, type FactKey, type Facts, isFactKey } from '../../rules/eligibility/facts.ts'
import {
  addNarrowing,
  addToTally,
  bestOfTally,
  chanceOf,
  chanceOfYes,
  gatesOf,
  isRare,
  type NextQuestion,
  type Tally,
} from '../../rules/eligibility/next-question.ts'
import { UNJUDGED_KIND } from '../../rules/eligibility/options.ts'
import type { Reason, Status } from '../../rules/eligibility/verdict.ts'
import { regionNearness } from '../../rules/regions.ts'
import { type ApplicationWindow, windowState } from '../../rules/time/application-window.ts'
import { canBeHad, STATE_RANK } from '../../rules/time/window-use.ts'
import { incomeQuestion } from '../../rules/worth/compile.ts'
import { isOpen, isPoint, type Range } from '../../rules/worth/range.ts'
import {
  awaitsCertificate,
  type Candidate,
  candidateOf,
  certified,
  gainBetween,
  type Total,
  totalOf,
} from '../../rules/worth/total.ts'
import { likelyWorth, typicalCompany, usualFacts, usualWorth } from '../../rules/worth/typical.ts'
import {
  type CompiledBenefit,
  narrowingQuestion,
  type Part,
  rangeOf,
  worthOf,
} from '../../rules/worth/worth.ts'

/**
 * Ranks by availability in `region`, open windows, nearness; lower is first, equals keep their order.
 * @param today YYYY-MM-DD
 */
function rankOf(
  policy: { region: string; window: ApplicationWindow },
  region: string | undefined,
  today: string,
): number {
  const nearness = region === undefined ? 0 : regionNearness(policy.region, region)
  const state = STATE_RANK[windowState(policy.window, today).state]
  return (nearness < 0 ? 100 : 0) + state * 10 + (5 - nearness)
}

export interface MatchRow extends Omit<RulePolicy, 'eligibility' | 'benefit'> {
  place: number
  rule: CompiledRule
  /** Null without a price. */
  benefit: CompiledBenefit | null
}

/** Factor above the usual values that such companies still reach (`SCALES` of typical.ts names the source of the usual). */
const GENEROUS = 2
/** Policies below this probability do not count towards the possible total. */
const POSSIBLE = 0.02

type Groups = Record<Status, MatchRow[]>

interface Ranked {
  row: MatchRow
  rank: number
  /** Usual worth times probability, 元. */
  weight: number
  reason?: Reason
  chance: number
}

/** Ended, or a law: in no group, whatever the verdict. */
export interface OverRow {
  row: MatchRow
  status: Status
}

export interface Match {
  facts: Facts
  today: string
  groups: Groups
  over: readonly OverRow[]
  /** By page id, for priced policies that are 符合 or 待确认: see `partsByYear`. */
  parts: ReadonlyMap<number, readonly Part[]>
  total: Total
  /** Estimated total of everything possible, from usual values of such companies, 元. */
  most: number
  /** By page id of policies that wait for a certificate: the yearly gain of the total. */
  gains: ReadonlyMap<number, Range>
  /** By page id: usual worth times probability of each policy that is not 不符合, 元. */
  weights: ReadonlyMap<number, number>
  /** Page ids of policies that hang on a standing which few such companies have. */
  rare: ReadonlySet<number>
  question: NextQuestion | null
  /** Statements whose 否 excludes 待确认 policies, in the order of display. */
  gates: readonly AskKey[]
}

/** Longest block of the page, except for a single row. */
export const SLICE_MS = 5

/** Waits between two slices; resolves to false when cancelled. */
export type Pause = () => Promise<boolean>

/** Returns null when `pause` cancelled it. `usual`: statements true for most companies. */
export async function judgeRows(
  rows: readonly MatchRow[],
  facts: Facts,
  today: string,
  pause: Pause,
  usual?: ReadonlySet<AskKey>,
): Promise<Match | null> {
  const company = readCompany(facts, today)
  const region = facts.region ?? undefined
  const over: OverRow[] = []
  const [typical, generous] = [typicalCompany(company), typicalCompany(company, GENEROUS)]
  const ranked: Record<Status, Ranked[]> = { met: [], unknown: [], unmet: [] }
  const finished = await inSlices(rows, pause, (row) => {
    const status = statusOf(row.rule, company)
    if (!canBeHad(row.window, today)) {
      over.push({ row, status })
      return
    }
    const rank = rankOf(row, region, today)
    const reason = status === 'unknown' ? row.rule.program?.reason(company) : undefined
    const chance = reason ? chanceOf(reason, row.rule.program?.reason(typical), facts, usual) : 1
    ranked[status].push({
      ...{ row, chance, rank, ...(reason && { reason }) },
      weight: status === 'unmet' ? 0 : chance * likelyWorth(row, typical, facts),
    })
  })
  if (!finished) return null
  const open = [...ranked.met, ...ranked.unknown].map(({ row }) => row)
  const prices = await priceRows(open, company, pause)
  if (!prices) return null
  const groups = { met: sorted(ranked.met), unknown: sorted(ranked.unknown), unmet: sorted(ranked.unmet) }
  if (!(await pause())) return null
  const total = totalOf(candidatesOf(groups.met, prices), facts)
  if (!(await pause())) return null
  const gains = await gainsOf(groups.met, total, company, pause)
  if (!gains) return null
  const tally = await tallyOf(ranked.unknown, prices, total, company, pause, usual)
  if (!tally) return null
  addNarrowings(tally, groups.met, prices, total, company, usual)
  // 其他组织 get no verdicts, and therefore no possible total.
  const hopeful =
    facts.kind === UNJUDGED_KIND ? [] : ranked.unknown.filter(({ chance }) => chance >= POSSIBLE)
  const likely = [...ranked.met, ...hopeful].map(({ row }) => row)
  const filled = await priceRows(likely, generous, pause, (benefit) =>
    usualFacts(benefit, generous, GENEROUS),
  )
  if (!filled) return null
  const hoped = roundUp(yuanOf(totalOf(candidatesOf(likely, filled), generous.facts).most))
  const most = Math.max(yuanOf(total.most), hoped)
  return {
    facts,
    today,
    groups,
    over,
    parts: new Map([...prices].flatMap(([id, { parts }]) => (parts ? [[id, parts] as const] : []))),
    total,
    most,
    gains,
    weights: new Map([...ranked.met, ...ranked.unknown].map(({ row, weight }) => [row.id, weight])),
    rare: new Set(
      ranked.unknown.flatMap(({ row, reason }) => (reason && isRare(reason, facts, usual) ? row.id : [])),
    ),
    question: withPaper(
      withNumbers(withinGain(bestOfTally(tally), total, most), open, company),
      tally,
      facts,
    ),
    gates: gatesOf(
      ranked.unknown.flatMap(({ reason, weight }) => (reason ? [{ reason, rank: -weight }] : [])),
      facts,
      usual ?? new Set(),
    ),
  }
}

function roundUp(yuan: number): number {
  const step = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, yuan))) - 1)
  return Math.ceil(yuan / step) * step
}

function withinGain(question: NextQuestion | null, total: Total, most: number): NextQuestion | null {
  if (question?.stake === undefined) return question
  const { stake, ...rest } = question
  const gain = most - yuanOf(total.min)
  return gain > 0 ? { ...rest, stake: Math.min(stake, gain) } : rest
}

function withNumbers(
  question: NextQuestion | null,
  rows: readonly MatchRow[],
  company: Company,
): NextQuestion | null {
  const { key } = question ?? {}
  const benefit = key && rows.find((row) => row.benefit?.owns.has(key))?.benefit
  if (!question || !benefit) return question
  const others = figuresOf(benefit, company).filter(
    (each): each is AskKey => each !== key && benefit.owns.has(each) && canBeAsked(each, company.facts),
  )
  return { ...question, together: [key as AskKey, ...others] }
}

/** Figures on the same paper, which people fetch once: the return of 企业所得税, the patents, the accounts of research. */
const PAPERS: readonly (readonly FactKey[])[] = [
  ['revenue', 'taxable_income', 'assets'],
  ['rd_expense', 'rd_staff'],
  ['ip_invention', 'ip_utility'],
]

/** Adds the figures on the same paper that also decide money. */
function withPaper(question: NextQuestion | null, tally: Tally, facts: Facts): NextQuestion | null {
  const paper = question && PAPERS.find((each) => each.includes(question.key as FactKey))
  if (!paper) return question
  const others = paper.filter(
    (key) => key !== question.key && canBeAsked(key, facts) && (tally.get(key)?.rate ?? 0) > 0,
  )
  return others.length === 0 ? question : { ...question, together: [question.key, ...others] }
}

/** Runs `work` on every row; false when called off. */
export async function inSlices<Row>(
  rows: readonly Row[],
  pause: Pause,
  work: (row: Row, place: number) => void,
): Promise<boolean> {
  let endsMs = performance.now() + SLICE_MS
  for (const [place, row] of rows.entries()) {
    if (performance.now() > endsMs) {
      if (!(await pause())) return false
      endsMs = performance.now() + SLICE_MS
    }
    work(row, place)
  }
  return true
}

function sorted(ranked: Ranked[]): MatchRow[] {
  return ranked.sort((a, b) => b.weight - a.weight || a.rank - b.rank).map(({ row }) => row)
}

type Prices = ReadonlyMap<number, Candidate>

async function priceRows(
  rows: readonly MatchRow[],
  company: Company,
  pause: Pause,
  completed: (benefit: CompiledBenefit, company: Company) => Company = (_, same) => same,
): Promise<Prices | null> {
  const prices = new Map<number, Candidate>()
  const finished = await inSlices(rows, pause, (row) => {
    prices.set(row.id, candidateOf(row, row.benefit ? completed(row.benefit, company) : company))
  })
  return finished ? prices : null
}

function worthThisYear(id: number, prices: Prices): Range | undefined {
  return prices.get(id)?.parts?.[0]?.alone
}

function candidatesOf(rows: readonly MatchRow[], prices: Prices): Candidate[] {
  return rows.flatMap(({ id }) => prices.get(id) ?? [])
}

/** Returns how many policies and how much money each question decides. Null when cancelled. */
async function tallyOf(
  unknown: readonly Ranked[],
  prices: Prices,
  total: Total,
  company: Company,
  pause: Pause,
  usual?: ReadonlySet<AskKey>,
): Promise<Tally | null> {
  const { facts } = company
  const typical = typicalCompany(company)
  const tally: Tally = new Map()
  const counted = new Set(total.counted)
  const lostBy = (id: number) => (counted.has(id) ? yuanOf(worthThisYear(id, prices)?.low) : 0)
  const taxLeft = incomeTaxLeft(total, prices, facts)
  const finished = await inSlices(unknown, pause, ({ row, rank, reason }) => {
    if (!reason) return
    // Subtracts the worth of the policies that it would replace.
    const lost = row.excludes.reduce((sum, id) => sum + lostBy(id), 0)
    const { benefit } = row
    const { money = 'others' } = benefit ?? {}
    const hasPrice = money !== 'others' && !awaitsCertificate(row.grants, facts)
    // Policies that an authority selects for come after the sure ones.
    const isSure = benefit && hasPrice && money === 'law' && worthThisYear(row.id, prices) !== undefined
    addToTally(tally, reason, facts, {
      rank,
      stake: hasPrice ? (isSure ? Math.max(0, mostOf(row, prices, facts) - lost) : 0) : null,
      ...(isSure && {
        usually: Math.min(
          usualWorth(benefit, typical) - lost,
          takesIncomeTax(row.id, prices) ? taxLeft : Infinity,
        ),
        figures: figuresOf(benefit, company),
      }),
      typical: row.rule.program?.reason(typical),
      usual,
    })
  })
  return finished ? tally : null
}

function takesIncomeTax(id: number, prices: Prices): boolean {
  return (prices.get(id)?.parts?.[0]?.returns.length ?? 0) > 0
}

/** 企业所得税 in 元 that remains after the counted policies; a further relief brings no more. Infinity without the income. */
function incomeTaxLeft({ counted }: Total, prices: Prices, { taxable_income, rd_expense }: Facts): number {
  if (taxable_income == null) return Infinity
  // Research may have been deducted before.
  const due = INCOME_TAX_RATE * (Number(taxable_income) + Number(rd_expense ?? 0))
  const taking = counted.filter((id) => takesIncomeTax(id, prices))
  return taking.reduce((left, id) => Math.max(0, left - yuanOf(worthThisYear(id, prices)?.low)), due)
}

const INCOME_TAX_RATE = 0.25

/** The numbers that the formula asks for, without which there is no sum. */
function figuresOf(benefit: CompiledBenefit, company: Company): AnswerKey[] {
  const { main } = benefit.benefit
  return worthOf(benefit, company).missing.filter((key) => key === main || benefit.owns.has(key))
}

/** Adds questions for open ranges in the total, and for taxes that several policies reduce. */
function addNarrowings(
  tally: Tally,
  met: readonly MatchRow[],
  prices: Prices,
  { counted, unfilled, together }: Total,
  company: Company,
  usual?: ReadonlySet<AskKey>,
): void {
  for (const { ids, sum } of together) {
    const rates = met.find(({ id }) => ids.includes(id))?.benefit?.rates
    const key = rates && !isPoint(sum) && incomeQuestion(rates)
    if (!key || company.facts[key] !== undefined) continue
    addNarrowing(tally, [key], Math.max(0, yuanOf(isOpen(sum.high) ? sum.low : sum.high) - yuanOf(sum.low)))
  }
  const typical = typicalCompany(company)
  const ids = new Set([...counted, ...unfilled])
  for (const row of met) {
    const range = ids.has(row.id) && worthThisYear(row.id, prices)
    const { benefit } = row
    if (!range || isPoint(range) || benefit?.money !== 'law') continue
    const figures = figuresOf(benefit, company).filter((key) => canBeAsked(key, company.facts))
    const one = figures.length === 0 ? narrowingQuestion(benefit, company) : null
    const keys = one ? [one] : figures
    if (keys.length === 0) continue
    const sure = yuanOf(range.low)
    const stake = Math.max(0, mostOf(row, prices, company.facts) - sure)
    const gain =
      (usualWorth(benefit, typical) - sure) * (one ? chanceOfMore(one, benefit, company, usual) : 1)
    addNarrowing(tally, keys, stake, Math.max(0, gain))
  }
}

/** Probability that the answer brings more: the frequent 否 may add nothing. */
function chanceOfMore(
  key: AnswerKey,
  benefit: CompiledBenefit,
  { facts, today }: Company,
  usual?: ReadonlySet<AskKey>,
): number {
  if (!isAskKey(key) || benefit.owns.has(key)) return 1
  const denied = rangeOf(benefit, readCompany({ ...facts, [key]: false }, today))
  const isLeast =
    isPoint(denied) && yuanOf(denied.low) === yuanOf(rangeOf(benefit, readCompany(facts, today)).low)
  return isLeast ? chanceOfYes(key, usual) : 1
}

/** The maximum in 元, or the minimum if there is no upper end; 0 if unknown. For comparison only. */
function mostOf({ id, benefit }: MatchRow, prices: Prices, facts: Facts): number {
  const range = worthThisYear(id, prices)
  if (!range || !benefit || (range.low.n === 0n && lacksMain(benefit, facts))) return 0
  return yuanOf(isOpen(range.high) ? range.low : range.high)
}

/** Returns whether the main number is missing: the formula then gives every company the same maximum. */
function lacksMain(benefit: CompiledBenefit, facts: Facts): boolean {
  const { main } = benefit.benefit
  return main !== undefined && (!isFactKey(main) || (facts[main] ?? null) === null)
}

function yuanOf(amount: Quantity | undefined): number {
  return amount ? Number(amount.n / amount.d) : 0
}

/** A certificate changes other policies as well: a deduction is worth less at a lower rate. Null when cancelled. */
async function gainsOf(
  rows: readonly MatchRow[],
  total: Total,
  company: Company,
  pause: Pause,
): Promise<Match['gains'] | null> {
  const totalFor = async (then: Company) => {
    const prices = await priceRows(rows, then, pause)
    return prices && totalOf(candidatesOf(rows, prices), then.facts)
  }
  const gains = new Map<number, Range>()
  if (total.uncertified.length === 0) return gains
  const before = company.facts.certificates ? total : await totalFor(certified(company))
  for (const { id, grants } of rows) {
    if (!grants || !total.uncertified.includes(id)) continue
    const after = await totalFor(certified(company, grants))
    if (!before || !after) return null
    if (!after.unfilled.includes(id)) gains.set(id, gainBetween(before, after))
  }
  return gains
}
