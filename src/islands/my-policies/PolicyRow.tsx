import { useState } from 'react'
import type { PlatformPolicy } from '../../lib/contract/policies/platform-policy.ts'
import type { FactKey } from '../../lib/rules/eligibility/facts.ts'
import { chinaDay } from '../../lib/rules/time/china-day.ts'
import { FollowButton } from '../parts/follow/FollowButton.tsx'
import { PolicyHead } from '../parts/verdict/PolicyHead.tsx'
import { VerdictDetail } from '../parts/verdict/VerdictDetail.tsx'
import { VerdictMark } from '../parts/verdict/VerdictMark.tsx'

/** One policy of the account with its verdict; unfolded, every condition. */
export function PolicyRow({ policy }: { policy: PlatformPolicy }) {
  const { verdict, reasons, unmodelled, earliest, item_id, platform_policy_id, followed, title } = policy
  const [isOpen, setOpen] = useState(false)
  const address = item_id === null ? `/review/${platform_policy_id}` : `/pmanagement/${item_id}`
  return (
    <li className="list-row">
      <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>
          <PolicyHead {...policy} regionName={policy.region_name} today={chinaDay(new Date())} />
          <span className="list-verdict">
            {item_id !== null && <VerdictMark status={verdict} />}
            {earliest && <span>{earliest} 起可申报</span>}
            <span className="list-why">看理由</span>
          </span>
        </summary>
        {isOpen && (
          <VerdictDetail
            verdict={{ status: verdict, reason: reasons, unmodelled, ...(earliest && { earliest }) }}
            onEdit={editAtMatch}
          />
        )}
      </details>
      <p className="list-actions">
        <a className="button" href={address}>
          {item_id === null ? '看原文' : '看解读'}
        </a>
        {platform_policy_id !== null && (
          <FollowButton id={platform_policy_id} title={title} initially={followed} />
        )}
      </p>
    </li>
  )
}

/** The questions are asked where all answers are. */
function editAtMatch(fact: FactKey): void {
  location.assign(`/match#ask-${fact}`)
}
