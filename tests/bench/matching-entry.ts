/** Runs in Chromium: the code of 一键匹配 on a file of rules, with a clock beside every slice. */
import { yieldToBrowser } from '../../src/lib/browser/yield-to-browser.ts'
import type { BuiltRules } from '../../src/lib/contract/policies/rule-files.ts'
import { readCompany } from '../../src/lib/rules/eligibility/company.ts'
import { compileRule, statusOf } from '../../src/lib/rules/eligibility/evaluate.ts'
import type { Facts } from '../../src/lib/rules/eligibility/facts.ts'
import { nextBestQuestion } from '../../src/lib/rules/eligibility/next-question.ts'
import { unpackTree } from '../../src/lib/rules/eligibility/pack.ts'
import { judgeRows, type MatchRow } from '../../src/lib/stores/match/judge-rows.ts'

const TODAY = '2026-11-21'
const REST_MS = 50

export interface Run {
  /** All verdicts in one go. */
  statusMs: number
  /** Verdicts, groups, total and next question, in slices as the page does it. */
  judgeMs: number
  longestSliceMs: number
  questionMs: number
  counts: [met: number, unknown: number, unmet: number]
}

/** The rules are compiled once, as on the page; then they are judged so many times. */
async function run(file: BuiltRules, facts: Facts, turns: number): Promise<Run[]> {
  const rows = file.rows.map((row, place): MatchRow => {
    const [id, tree, region, , worth, excludes, rate, judged, support] = row
    const eligibility = tree === null ? null : unpackTree(tree, file.conditions)
    const rule = compileRule({ eligibility, unmodelled: [] })
    return {
      id,
      place,
      region,
      window: { kind: 'rolling' },
      worth,
      excludes,
      rate,
      isJudged: judged === 1,
      support,
      rule,
    }
  })
  const runs: Run[] = []
  for (let turn = 0; turn < turns; turn++) {
    await new Promise((resolve) => setTimeout(resolve, REST_MS))
    runs.push(await runOnce(rows, facts))
  }
  return runs
}

async function runOnce(rows: readonly MatchRow[], facts: Facts): Promise<Run> {
  const statusMs = time(() => {
    const company = readCompany(facts, TODAY)
    for (const { rule } of rows) statusOf(rule, company)
  })
  const rules = rows.map(({ rule }) => rule)
  const questionMs = time(() => nextBestQuestion(rules, facts, TODAY))
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
  return { statusMs, judgeMs, longestSliceMs, questionMs, counts: [met.length, unknown.length, unmet.length] }
}

function time(work: () => void): number {
  const startMs = performance.now()
  work()
  return performance.now() - startMs
}

Object.assign(globalThis, { runMatching: run })
