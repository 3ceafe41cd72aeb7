import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { INVITATION_DAYS, type Invitation } from '../../lib/contract/account/colleague.ts'
import { formatMoment } from '../../lib/rules/time/dates.ts'
import { $madeInvitation, inviteColleague, revokeCode } from '../../lib/stores/company/colleagues.ts'
import { MadeCode } from './MadeCode.tsx'

/** 邀请: a code for one colleague, and those that can still be used. */
export function Invitations({ invitations }: { invitations: readonly Invitation[] }) {
  const made = useStore($madeInvitation)
  const [isBusy, setBusy] = useState(false)

  async function invite() {
    setBusy(true)
    await inviteColleague()
    setBusy(false)
  }

  return (
    <>
      <h3>邀请同事</h3>
      <p className="company-soft">
        生成一个邀请码发给同事。一个码只能一个人用一次，{INVITATION_DAYS}{' '}
        天内有效；同事登录后在本页“加入别的企业”里填写。
      </p>
      {/* It stays while it can be used: a code cannot be shown again. */}
      {made && invitations.some(({ id }) => id === made.invitation.id) && <MadeCode {...made} />}
      <p className="company-acts">
        <button type="button" className="button" aria-busy={isBusy} disabled={isBusy} onClick={invite}>
          {made ? '再生成一个邀请码' : '生成邀请码'}
        </button>
      </p>
      {invitations.length > 0 && (
        <ul className="people" aria-label="有效的邀请码">
          {invitations.map(({ id, by, gmt_create, expires_at }) => (
            <li key={id}>
              <span className="people-name">
                {by}
                {made?.invitation.id === id && <span className="mark">刚生成</span>}
              </span>
              <span className="company-soft">
                {formatMoment(gmt_create)} 生成 · {formatMoment(expires_at)} 前有效
              </span>
              <button type="button" className="button" onClick={() => revokeCode(id)}>
                作废<span className="visually-hidden">{formatMoment(gmt_create)} 生成的邀请码</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
