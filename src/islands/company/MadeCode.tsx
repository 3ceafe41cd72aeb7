import { copyText } from '../../lib/browser/copy-text.ts'
import type { Invitation } from '../../lib/contract/account/colleague.ts'
import { formatMoment } from '../../lib/rules/time/dates.ts'
import { showToast } from '../kit/toast.ts'

/** The code that was made just now, large, with what to send along with it. */
export function MadeCode({ code, invitation }: { code: string; invitation: Invitation }) {
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
