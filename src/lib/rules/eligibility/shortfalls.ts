import { conditionWords } from './condition-words.ts'
import type { Subject } from './tree.ts'
import {
  type ConditionReason,
  type Gap,
  type GroupReason,
  openConditions,
  type Reason,
  type Verdict,
} from './verdict.ts'
import { reasonWords } from './words.ts'

/** Fixed facts of a company; no decision changes them. */
const GIVEN: readonly Subject[] = [
  'kind',
  'region',
  'industry',
  'founder_groups',
  'founded_on',
  'age_years',
  'size',
  'held_certificates',
]

export function shortfalls(reason: Reason): ConditionReason[] {
  return nearestWay(reason).lacks.sort((a, b) => effortOf(b) - effortOf(a))
}

function nearestWay(reason: Reason): { effort: number; lacks: ConditionReason[] } {
  if (reason.status === 'met') return { effort: 0, lacks: [] }
  if (!('parts' in reason)) {
    return { effort: effortOf(reason), lacks: reason.status === 'unmet' ? [reason] : [] }
  }
  const ways = reason.parts.map(nearestWay)
  const shared = sharedLack(
    reason,
    ways.map(({ lacks }) => lacks),
  )
  if (shared) return { effort: effortOf(shared), lacks: [shared] }
  const nearest = ways.sort((a, b) => a.effort - b.effort).slice(0, reason.need)
  return {
    effort: nearest.reduce((sum, { effort }) => sum + effort, 0),
    lacks: nearest.flatMap(({ lacks }) => lacks),
  }
}

/**
 * Alternatives that amount to the same are named by their group: those on one figure (设在西部地区或者比照执行的地区), and
 * unreachable ones (小微企业或者个体工商户). `lacks`: the unmet conditions of each.
 */
function sharedLack(
  { need, parts, clause }: GroupReason,
  lacks: readonly ConditionReason[][],
): ConditionReason | undefined {
  if (need !== 1 || !clause?.gist || parts.some(({ status }) => status !== 'unmet')) return undefined
  const subjects = new Set(parts.map((part) => ('parts' in part ? part : subjectOf(part))))
  if (subjects.size > 1 && !lacks.every((each) => each.some(isGiven))) return undefined
  const first = lacks[0]?.find(isGiven) ?? lacks[0]?.[0]
  return first && { ...first, condition: { ...first.condition, clause } }
}

function subjectOf({ condition }: ConditionReason): string {
  return 'ask' in condition ? condition.key : condition.fact
}

export function isGiven({ condition }: ConditionReason): boolean {
  return 'fact' in condition && GIVEN.includes(condition.fact)
}

/** An answer costs less than a wait, a wait less than a gap (by its width), a gap less than a yes. */
function effortOf(reason: ConditionReason): number {
  const { status, wait, gap, condition } = reason
  if (status !== 'unmet') return 1
  if (wait) return 2
  // An ask mostly concerns the nature of the business.
  if ('ask' in condition) return 50
  if (isGiven(reason)) return 1000
  return gap ? 3 + widthOf(gap) : 20
}

/** 0 to 1 */
function widthOf({ missing, need, have }: Gap): number {
  const largest = Math.max(Number(need), Number(have))
  return largest > 0 ? Math.min(1, Number(missing) / largest) : 1
}

export function shortfallWords(reason: Reason): string | null {
  const [first, ...others] = shortfalls(reason)
  if (!first) return null
  return headWords(first) + (others.length > 0 ? `，另有 ${others.length} 项不符合` : '')
}

/** Returns 还差一步: the only thing missing, if it is a larger figure, a certificate, or time. */
export function lastStep(reason: Reason): ConditionReason | null {
  const [only, ...others] = shortfalls(reason)
  if (!only || others.length > 0) return null
  const isReached = 'fact' in only.condition && only.condition.fact === 'certificates'
  return isReached || only.wait || (only.gap && isStep(only.gap)) ? only : null
}

/** A few pieces, or at most as much again. */
function isStep(gap: Gap): boolean {
  return gap.side === 'short' && (Number(gap.missing) < 10 || widthOf(gap) <= 0.5)
}

export function headWords(reason: ConditionReason): string {
  if ('ask' in reason.condition) return `要求：${reason.condition.ask}`
  const words = reasonWords(reason)
  const asked = reason.condition.clause?.gist ?? conditionWords(reason.condition)
  return words ? `${words}（${asked}）` : `要求：${asked}`
}

export function decidingWords({ reason }: Verdict): string[] {
  if (!reason) return []
  const deciding = reason.status === 'unmet' ? shortfalls(reason) : openConditions(reason)
  return deciding.map(({ condition }) => condition.clause?.gist ?? conditionWords(condition))
}
