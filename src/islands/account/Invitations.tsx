import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { copyText } from '../../lib/browser/copy-text.ts'
import { INVITATION_DAYS, type Invitation } from '../../lib/contract/account/colleague.ts'
import { formatMoment } from '../../lib/rules/time/dates.ts'
import { $madeInvitation, inviteColleague, revokeCode } from '../../lib/stores/company/colleagues.ts'
import { showToast } from '../kit/toast.ts'

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

/** The code that was made just now, large, with what to send along with it. */
function MadeCode({ code, invitation }: { code: string; invitation: Invitation }) {
  const until = formatMoment(invitation.expires_at)
  const address = `${location.origin}/account#colleagues`
  const words = `邀请您加入我们的企业账户：打开 ${address} ，用手机号登录，在“加入别的企业”里填写邀请码 ${code} 。${until} 前有效，只能用一次。`

  async function copy(text: string, what: string) {
    if (await copyText(text)) showToast(`已复制${what}`)
    else showToast('没有复制成功，请选中后复制', 'error')
  }

  return (
    <section className="code" aria-label="新的邀请码" role="status">
      <p className="code-text">{code}</p>
      <p className="company-soft">{until} 前有效，只能用一次。离开本页后不再显示，请现在发给同事。</p>
      <div className="code-acts">
        <button type="button" className="button button-primary" onClick={() => copy(words, '邀请的话')}>
          复制邀请的话
        </button>
        <button type="button" className="button" onClick={() => copy(code, '邀请码')}>
          只复制邀请码
        </button>
      </div>
      <p className="code-words">{words}</p>
    </section>
  )
}
