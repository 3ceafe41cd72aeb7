import { type Status, verdictWords } from '../../../lib/rules/eligibility/verdict.ts'
import './verdict.css'

const SHAPES: Record<Status, string> = {
  met: 'm4.5 10.5 3.6 3.6 7.4-8',
  unknown: 'M7.2 7.4a2.9 2.9 0 1 1 4.3 2.6c-1 .6-1.5 1-1.5 2.2m0 2.6v.2',
  unmet: 'm5.5 5.5 9 9m0-9-9 9',
}

interface VerdictMarkProps {
  status: Status
  /** Whether something is left to the judgement of an authority, or of `judge`. */
  isJudged?: boolean
  judge?: string | undefined
  /** The word is for screen readers alone. */
  isBrief?: boolean
}

/** ✓ ? ✗ with its word. */
export function VerdictMark({ status, isJudged = false, judge, isBrief = false }: VerdictMarkProps) {
  return (
    <span className={`verdict-mark verdict-${status}`}>
      <svg viewBox="0 0 20 20" width="18" height="18" aria-hidden="true">
        <path
          d={SHAPES[status]}
          fill="none"
          stroke="currentColor"
          strokeWidth="2.4"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
      <span className={isBrief ? 'visually-hidden' : undefined}>{verdictWords(status, isJudged, judge)}</span>
    </span>
  )
}
