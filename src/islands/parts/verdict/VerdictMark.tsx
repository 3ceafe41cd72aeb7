import { type Status, verdictWords } from '../../../lib/rules/eligibility/verdict.ts'
import './verdict-mark.css'

interface VerdictMarkProps {
  status: Status
  isJudged?: boolean
  judge?: string | undefined
  isBrief?: boolean
}

export function VerdictMark({ status, isJudged = false, judge, isBrief = false }: VerdictMarkProps) {
  return (
    <span className="verdict-mark" data-status={status}>
      <span className={isBrief ? 'visually-hidden' : undefined}>{verdictWords(status, isJudged, judge)}</span>
    </span>
  )
}
