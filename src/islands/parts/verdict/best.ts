/** The most valuable policies before a sum is sure. */
import { grantFigure, moneyWords } from '../../../lib/rules/text/format-number.ts'
import { isOpen } from '../../../lib/rules/worth/range.ts'
import { endsOf, toNumber } from '../../../lib/rules/worth/working.ts'
import type { Worth } from '../../../lib/rules/worth/worth.ts'
import type { Match, MatchRow } from '../../../lib/stores/match/judge-rows.ts'
import { $words } from '../../../lib/stores/match/rules.ts'

const SHOWN = 3
/** Puts a policy behind all that are worth something. */
const LAST = 1e-12

/** Returns the usually most valuable ones among those granted by law. */
export function bestOf({ groups, weights, rare }: Match): MatchRow[] {
  const worthOf = ({ id }: MatchRow) => (weights.get(id) ?? 0) * (rare.has(id) ? LAST : 1)
  return [...groups.met, ...groups.unknown]
    .filter(({ benefit }) => benefit?.money === 'law')
    .sort((a, b) => worthOf(b) - worthOf(a))
    .slice(0, SHOWN)
}

/** 最高 60 万元; if the formula has no end within the sum, the policy's own words. */
export function bestWords({ id }: MatchRow, { parts, most }: Match): string {
  const { low, high } = parts.get(id)?.[0]?.alone ?? {}
  const [from, to] = [low, high].map((end) =>
    end && !isOpen(end) ? toNumber(end) : Number.POSITIVE_INFINITY,
  )
  // A maximum that applies to every company has no meaning for this one.
  if (to !== undefined && to <= most) {
    return from === to ? moneyWords(to) : `最高 ${moneyWords(to)}`
  }
  const { lead = '', number, unit = '' } = grantFigure($words.get()[id] ?? {})
  return `${lead} ${number}${unit}`.trim()
}

/** 最高 130 万元／年, while further answers may lower it to nothing; '' without an upper end. */
export function mostWords(worth: Worth): string {
  const [, most] = endsOf(worth)
  return most ? `最高 ${moneyWords(most)}${worth.per === '年' ? '／年' : ''}` : ''
}
