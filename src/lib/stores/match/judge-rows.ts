/** Verdicts on thousands of policies, a slice at a time, so that the screen never waits. */
import { readCompany } from '../../rules/eligibility/company.ts'
import { type CompiledRule, statusOf } from '../../rules/eligibility/evaluate.ts'
import type { Facts } from '../../rules/eligibility/facts.ts'
import {
  addToTally,
  bestOfTally,
  type NextQuestion,
  openAsks,
  type Tally,
} from '../../rules/eligibility/next-question.ts'
import { type SupportTotal, totalSupport } from '../../rules/eligibility/support.ts'
import type { Status } from '../../rules/eligibility/verdict.ts'
import { regionNearness } from '../../rules/regions.ts'
import { type ApplicationWindow, windowState } from '../../rules/time/application-window.ts'
import { canBeHad, STATE_RANK } from '../../rules/time/window-use.ts'

/**
 * Lower comes first: what applies in `region`, then what is open, then the nearest. Equals keep their order.
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

export interface MatchRow {
  /** Page id of the interpretation. */
  id: number
  /** Place in the file, which the words go by. */
  place: number
  region: string
  window: ApplicationWindow
  /** 奖补, 减免, 贷款 and so on. */
  support: string | null
  /** 元, least and most: what is paid or lent; null where it is no sum of money. */
  worth: readonly [number, number] | null
  excludes: readonly number[]
  /** The rate of tax that is left, in percent. */
  rate: number | null
  /** Whether the authority decides by judgement. */
  isJudged: boolean
  rule: CompiledRule
}

/** More than any rank: what a few taps on its card decide comes before what needs other answers. */
const ASKED_FIRST = 1000

type Groups = Record<Status, MatchRow[]>

/** What is over, or a law: in no group, whatever the verdict. */
export interface OverRow {
  row: MatchRow
  status: Status
}

export interface Match {
  facts: Facts
  /** YYYY-MM-DD */
  today: string
  groups: Groups
  over: readonly OverRow[]
  /** Grants of the policies that are 符合. */
  total: SupportTotal
  question: NextQuestion | null
}

/** Small enough that a slow phone reads or judges a slice within a frame. */
export const ROWS_PER_SLICE = 50

/** Waits between two slices; false: nobody wants the answer any more. */
export type Pause = () => Promise<boolean>

/** Null when `pause` called it off. */
export async function judgeRows(
  rows: readonly MatchRow[],
  facts: Facts,
  today: string,
  pause: Pause,
): Promise<Match | null> {
  const company = readCompany(facts, today)
  const region = facts.region ?? undefined
  const tally: Tally = new Map()
  const over: OverRow[] = []
  const ranked: Record<Status, { row: MatchRow; rank: number }[]> = { met: [], unknown: [], unmet: [] }
  const finished = await inSlices(rows, pause, (row) => {
    const status = statusOf(row.rule, company)
    if (!canBeHad(row.window, today)) {
      over.push({ row, status })
      return
    }
    const rank = rankOf(row, region, today)
    const reason = status === 'unknown' && row.rule.program?.reason(company)
    if (reason) addToTally(tally, reason, facts, rank)
    const isAsked = reason && openAsks(reason, facts).length > 0
    ranked[status].push({ row, rank: isAsked ? rank - ASKED_FIRST : rank })
  })
  if (!finished) return null
  const groups = { met: sorted(ranked.met), unknown: sorted(ranked.unknown), unmet: sorted(ranked.unmet) }
  if (!(await pause())) return null
  return {
    facts,
    today,
    groups,
    over,
    total: totalSupport(groups.met.map(toOffer)),
    question: bestOfTally(tally),
  }
}

/** Runs `work` on every row; false when called off. */
export async function inSlices<Row>(
  rows: readonly Row[],
  pause: Pause,
  work: (row: Row, place: number) => void,
): Promise<boolean> {
  for (const [place, row] of rows.entries()) {
    if (place > 0 && place % ROWS_PER_SLICE === 0 && !(await pause())) return false
    work(row, place)
  }
  return true
}

function sorted(ranked: { row: MatchRow; rank: number }[]): MatchRow[] {
  return ranked.sort((a, b) => a.rank - b.rank).map(({ row }) => row)
}

/** What is lent is no gain. */
function toOffer({ id, support, worth, excludes, rate }: MatchRow) {
  const amount = support === '奖补' && worth ? { min: worth[0], max: worth[1] } : null
  return { id, amount, excludes, rate: rate ?? undefined }
}
