/** Runs in Chromium: the code of 一键匹配 on a file of rules, with a timer for every slice. */
import { yieldToBrowser } from '../../src/lib/browser/yield-to-browser.ts'
import type { RulesFile } from '../../src/lib/contract/policies/rule-files.ts'
import { readCompany } from '../../src/lib/rules/eligibility/company.ts'
import { statusOf } from '../../src/lib/rules/eligibility/evaluate.ts'
import type { Facts } from '../../src/lib/rules/eligibility/facts.ts'
import { nextBestQuestion } from '../../src/lib/rules/eligibility/next-question.ts'
import { bestCombination, type Offer } from '../../src/lib/rules/worth/combination.ts'
import { compileRates } from '../../src/lib/rules/worth/compile.ts'
import { point } from '../../src/lib/rules/worth/range.ts'
import { type Part, rangeOf } from '../../src/lib/rules/worth/worth.ts'
import { judgeRows, type MatchRow } from '../../src/lib/stores/match/judge-rows.ts'
import { planInSlices } from '../../src/lib/stores/match/road.ts'
import { compilePolicy } from '../../src/lib/stores/match/rules.ts'

const TODAY = '2026-11-21'
const REST_MS = 50

export interface Run {
  /** All verdicts at once. */
  statusMs: number
  /** Verdicts, groups, total and next question, in slices as on the page. */
  judgeMs: number
  longestSliceMs: number
  questionMs: number
  /** The worth of every policy this year, as a range, at once. */
  worthMs: number
  /** The best of 60 candidates with 30 exclusions. */
  combinationMs: number
  counts: [met: number, unknown: number, unmet: number]
}

/** 成长路线图 in slices, as on the page. */
export interface RoadRun {
  planMs: number
  longestSliceMs: number
}

let rows: readonly MatchRow[] = []
/** With their own windows. */
let dated: readonly MatchRow[] = []

function compile(file: RulesFile): number {
  const rates = compileRates(file.rates)
  return time(() => {
    dated = file.policies.map((policy, place) => compilePolicy(policy, place, rates))
    rows = dated.map((row): MatchRow => ({ ...row, window: { kind: 'rolling' } }))
  })
}

async function run(facts: Facts, turns: number): Promise<Run[]> {
  const runs: Run[] = []
  for (let turn = 0; turn < turns; turn++) {
    await new Promise((resolve) => setTimeout(resolve, REST_MS))
    runs.push(await runOnce(facts))
  }
  return runs
}

/** Without waiting for the browser between two slices. */
async function runRoad(facts: Facts, turns: number): Promise<RoadRun[]> {
  const runs: RoadRun[] = []
  for (let turn = 0; turn < turns; turn++) {
    await new Promise((resolve) => setTimeout(resolve, REST_MS))
    let sliceMs = performance.now()
    const slices: number[] = []
    await planInSlices({ facts, today: TODAY }, dated, async () => {
      slices.push(performance.now() - sliceMs)
      await yieldToBrowser()
      sliceMs = performance.now()
      return true
    })
    slices.push(performance.now() - sliceMs)
    const planMs = slices.reduce((sum, slice) => sum + slice, 0)
    runs.push({ planMs, longestSliceMs: Math.max(...slices) })
  }
  return runs
}

async function runOnce(facts: Facts): Promise<Run> {
  const statusMs = time(() => {
    const company = readCompany(facts, TODAY)
    for (const { rule } of rows) statusOf(rule, company)
  })
  const rules = rows.map(({ rule }) => rule)
  const questionMs = time(() => nextBestQuestion(rules, facts, TODAY))
  const worthMs = time(() => {
    const company = readCompany(facts, TODAY)
    for (const { benefit } of rows) if (benefit) rangeOf(benefit, company)
  })
  const offers = manyOffers()
  const combinationMs = time(() => bestCombination(offers))
  const startMs = performance.now()
  let sliceMs = startMs
  let longestSliceMs = 0
  const endSlice = () => {
    longestSliceMs = Math.max(longestSliceMs, performance.now() - sliceMs)
  }
  const match = await judgeRows(rows, facts, TODAY, async () => {
    endSlice()
    await yieldToBrowser()
    sliceMs = performance.now()
    return true
  })
  endSlice()
  const judgeMs = performance.now() - startMs
  const { met = [], unknown = [], unmet = [] } = match?.groups ?? {}
  return {
    statusMs,
    judgeMs,
    longestSliceMs,
    questionMs,
    worthMs,
    combinationMs,
    counts: [met.length, unknown.length, unmet.length],
  }
}

const CANDIDATES = 60
const EXCLUSIONS = 30

/** Returns groups of two to five that exclude one another, each of ten neighbours, the same in each run. */
function manyOffers(): Offer[] {
  let state = 1
  const dice = (sides: number) => {
    state = (state * 48_271) % 2_147_483_647
    return state % sides
  }
  const groups = Array.from({ length: EXCLUSIONS }, (_, group) =>
    Array.from({ length: 2 + dice(4) }, () => (group % (CANDIDATES / 10)) * 10 + dice(10)),
  )
  const part = (): Part => {
    const worth = point({ n: BigInt(1 + dice(1_000_000)), d: 100n })
    return { rest: worth, returns: [], tax: null, alone: worth }
  }
  return Array.from({ length: CANDIDATES }, (_, id) => ({
    id,
    parts: [part()],
    excludes: groups.filter((group) => group.includes(id)).flat(),
  }))
}

function time(work: () => void): number {
  const startMs = performance.now()
  work()
  return performance.now() - startMs
}

Object.assign(globalThis, { compileMatching: compile, runMatching: run, planRoads: runRoad })
