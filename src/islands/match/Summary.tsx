import { STATUS_WORDS, type Status } from '../../lib/rules/eligibility/verdict.ts'
import { formatNumber, moneyFigure } from '../../lib/rules/text/format-number.ts'
import type { Match } from '../../lib/stores/match/judge-rows.ts'
import { STATUSES } from './statuses.ts'
import { useArrival } from './use-arrival.ts'

/** What it comes to: the money, and how many policies in each group. */
export function Summary({ match: { groups, total } }: { match: Match }) {
  const heading = useArrival<HTMLHeadingElement>('result')
  const most = moneyFigure(Number(total.max))
  const least = moneyFigure(Number(total.min))
  const hasMoney = Number(total.max) > 0
  const isExact = total.min === total.max
  const count = STATUSES.map((status) => `${STATUS_WORDS[status]} ${groups[status].length} 条`).join('，')
  return (
    <div className="match-summary">
      <h2 id="match-result-title" ref={heading} tabIndex={-1}>
        匹配结果
      </h2>
      {hasMoney && (
        <p className="match-total">
          <span>{isExact ? '奖补合计' : '奖补合计最高'}</span>
          <b>
            {most.number}
            <small>{most.unit}</small>
          </b>
          <span>
            {Number(total.min) > 0 && !isExact && `至少 ${least.number} ${least.unit}；`}
            不可同时享受的只算一项{total.exact ? '' : '，组合较多，可能还有更好的选择'}
          </span>
        </p>
      )}
      {total.unpriced.length > 0 && (
        <p className="match-unpriced">
          {hasMoney ? '另有' : '符合的政策里有'} {total.unpriced.length}{' '}
          项减免、贷款、资质或权益，不折算金额。
        </p>
      )}
      <p className="visually-hidden" role="status">
        {count}
      </p>
      <ul className="match-counts no-print">
        {STATUSES.map((status) => (
          <li key={status}>
            <button type="button" className={`verdict-${status}`} onClick={() => jumpTo(status)}>
              <b>{formatNumber(groups[status].length)}</b>
              {STATUS_WORDS[status]}
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Scrolls by script: a link would change the address, which tells the view. */
function jumpTo(status: Status): void {
  const heading = document.getElementById(`match-${status}`)
  heading?.focus({ preventScroll: true })
  heading?.scrollIntoView()
}
