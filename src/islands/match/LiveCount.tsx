import { useStore } from '@nanostores/react'
import { STATUS_WORDS } from '../../lib/rules/eligibility/verdict.ts'
import { $match } from '../../lib/stores/match/match.ts'
import { STATUSES } from './statuses.ts'

/** What the answers come to so far, while they are given. */
export function LiveCount() {
  const match = useStore($match)
  if (!match) return null
  return (
    <section className="match-live" aria-labelledby="match-live-title">
      <h3 id="match-live-title">目前的判断</h3>
      <div role="status">
        <ul>
          {STATUSES.map((status) => (
            <li key={status} className={`verdict-${status}`}>
              {STATUS_WORDS[status]} <b>{match.groups[status].length}</b>
            </li>
          ))}
        </ul>
      </div>
      <p className="match-hint">每答一题就重新判断一次。不清楚的可以跳过，回答只留在这台设备上。</p>
    </section>
  )
}
