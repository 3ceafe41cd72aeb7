import { useState } from 'react'
import type { PlatformPolicy } from '../../lib/contract/platform-policy.ts'
import type { FactKey } from '../../lib/rules/eligibility/facts.ts'
import { chinaDay } from '../../lib/rules/window.ts'
import { follow } from '../../lib/stores/match-lists.ts'
import { PolicyHead } from '../kit/verdict/PolicyHead.tsx'
import { VerdictDetail } from '../kit/verdict/VerdictDetail.tsx'
import { VerdictMark } from '../kit/verdict/VerdictMark.tsx'

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
          <FollowButton id={platform_policy_id} followed={followed} title={title} />
        )}
      </p>
    </li>
  )
}

function FollowButton({ id, followed, title }: { id: number; followed: boolean; title: string }) {
  const [isBusy, setBusy] = useState(false)
  async function press() {
    setBusy(true)
    await follow(id, !followed)
    setBusy(false)
  }
  return (
    <button
      type="button"
      className="button"
      aria-pressed={followed}
      aria-busy={isBusy}
      aria-label={`关注：${title}`}
      disabled={isBusy}
      onClick={press}
    >
      {followed ? '已关注' : '关注'}
    </button>
  )
}

/** The questions are asked where all answers are. */
function editAtMatch(fact: FactKey): void {
  location.assign(`/match#ask-${fact}`)
}
