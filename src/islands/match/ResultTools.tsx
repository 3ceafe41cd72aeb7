import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { CODES } from '../../lib/contract/envelope.ts'
import { STATUSES } from '../../lib/rules/eligibility/verdict.ts'
import { $kept } from '../../lib/stores/match/answers.ts'
import { forgetEverywhere } from '../../lib/stores/match/answers-account.ts'
import { $match } from '../../lib/stores/match/match.ts'
import { loadPickList } from '../../lib/stores/match/pick.ts'
import { loadWords } from '../../lib/stores/match/rules.ts'
import { shareAddress, showStep } from '../../lib/stores/match/view.ts'
import { $session, askForLogin } from '../../lib/stores/session.ts'
import { ConfirmDialog } from '../kit/ConfirmDialog.tsx'
import { showToast } from '../kit/toast.ts'
import { PRINTED_AT_MOST } from './PolicyGroup.tsx'

/** What can be done with a result: change answers, share, print, save, start anew. */
export function ResultTools() {
  const { place } = useStore($kept)
  const isLoggedIn = useStore($session).code === CODES.ok
  const [address, setAddress] = useState<string | null>(null)
  const [isForgetting, setForgetting] = useState(false)

  async function share() {
    const link = shareAddress()
    const copied = await navigator.clipboard?.writeText(link).then(
      () => true,
      () => false,
    )
    if (copied) showToast('链接已复制')
    setAddress(link)
  }

  async function forget() {
    setForgetting(false)
    if (await forgetEverywhere()) showStep(1)
  }

  return (
    <div className="match-tools no-print">
      <div className="match-tool-row">
        <button type="button" className="button" onClick={() => showStep(1)}>
          修改回答
        </button>
        <button type="button" className="button" onClick={share}>
          分享链接
        </button>
        <button type="button" className="button" onClick={printWithNames}>
          打印
        </button>
        <button type="button" className="button" onClick={() => setForgetting(true)}>
          清空
        </button>
      </div>
      {address && (
        <p className="match-share">
          <label htmlFor="match-share">链接里有您的回答，没有企业名称。发给谁，谁就能看到这份结果。</label>
          <input
            id="match-share"
            className="field"
            readOnly
            value={address}
            onFocus={(event) => event.target.select()}
          />
        </p>
      )}
      <p className="match-place">
        {place === 'account' ? '回答已存入企业账户。' : '回答只保存在本设备，没有发送出去。'}
        {!isLoggedIn && (
          <button type="button" className="match-link" onClick={askForLogin}>
            登录后存入企业账户
          </button>
        )}
      </p>
      {isForgetting && (
        <ConfirmDialog title="清空全部回答？" onConfirm={forget} onCancel={() => setForgetting(false)}>
          <p>{place === 'account' ? '企业账户中的回答也会一并清空，不能恢复。' : '清空后不能恢复。'}</p>
        </ConfirmDialog>
      )}
    </div>
  )
}

/** A printout shows names of policies, places and industries: they are loaded first. */
async function printWithNames(): Promise<void> {
  const groups = $match.get()?.groups
  const printed = STATUSES.flatMap((status) => groups?.[status].slice(0, PRINTED_AT_MOST) ?? [])
  await Promise.all([loadPickList('region'), loadPickList('industry'), loadWords(printed)])
  print()
}
