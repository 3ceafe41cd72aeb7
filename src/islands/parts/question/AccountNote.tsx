import { useStore } from '@nanostores/react'
import { $answers, $borrowed, $kept } from '../../../lib/stores/match/answers.ts'
import {
  $account,
  leaveAccountAsItIs,
  meetAccount,
  sendUnsent,
  takeAnswersOver,
} from '../../../lib/stores/match/answers-account.ts'
import './question.css'

/** Where the answers are stored; after a login, asks once whether to add this device's answers to the account. */
export function AccountNote() {
  const state = useStore($account)
  const { unsent, place } = useStore($kept)
  const answers = useStore($answers)
  const isBorrowed = useStore($borrowed) !== null
  if (state.status === 'failed') {
    return (
      <p className="answers-note" role="alert">
        回答已保存到本设备，存入企业账户失败：{state.text}
        <button type="button" className="button" onClick={unsent.length > 0 ? sendUnsent : meetAccount}>
          重试
        </button>
      </p>
    )
  }
  // First asks whose answers these are, then where to store them.
  if (state.status !== 'asking' || isBorrowed) {
    const text = place === 'account' ? '回答已存入企业账户。' : ''
    return Object.keys(answers).length > 0 && text ? <p className="visually-hidden">{text}</p> : null
  }
  const stored = Object.keys(state.stored).length
  return (
    <section className="answers-note" aria-label="保存到企业账户">
      <p>
        <b>本设备上有 {state.here} 个回答，是否存入企业账户？</b>
        {stored > 0
          ? `账户中已有 ${stored} 个回答，其中 ${state.different} 个与本设备不同，存入后以本设备的为准。`
          : '存入后，换设备登录可继续使用，同事也能看到。'}
      </p>
      <div className="wrap answers-note-actions">
        <button type="button" className="button" onClick={takeAnswersOver}>
          存入企业账户
        </button>
        <button type="button" className="button" onClick={leaveAccountAsItIs}>
          {stored > 0 ? '改用账户中的回答' : '只保存在本设备'}
        </button>
      </div>
    </section>
  )
}
