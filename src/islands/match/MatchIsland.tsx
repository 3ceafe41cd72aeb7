import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { together } from '../../lib/browser/together.ts'
import { $answers, $borrowed, $keepable, $kept } from '../../lib/stores/match/answers.ts'
import {
  $account,
  followAccount,
  leaveAccountAsItIs,
  meetAccount,
  sendUnsent,
  takeAnswersOver,
} from '../../lib/stores/match/answers-account.ts'
import { followAnswers } from '../../lib/stores/match/match.ts'
import { $linkNotice, $view, keepLinkAnswers, leaveLinkAnswers } from '../../lib/stores/match/view.ts'
import { Questionnaire } from './Questionnaire.tsx'
import { Results } from './Results.tsx'
import './match.css'
import './results.css'
import './match-media.css'

/** 一键匹配: the questions step by step, then every policy with its verdict and reasons. */
export function MatchIsland() {
  const view = useStore($view)
  const isKeepable = useStore($keepable)
  useEffect(() => {
    return together(followAccount(), followAnswers())
  }, [])
  return (
    <div className="match">
      <LinkNote />
      <AccountNote />
      {!isKeepable && (
        <p className="match-note" role="alert">
          浏览器已禁用本地存储，关闭页面后回答会丢失，可用“分享链接”留存。
        </p>
      )}
      {view.page === 'step' ? <Questionnaire step={view.step} /> : <Results ask={view.ask} />}
    </div>
  )
}

/** Answers from a link: how many could be read, and whether they replace the person's own. */
function LinkNote() {
  const notice = useStore($linkNotice)
  const borrowed = useStore($borrowed)
  const count = Object.keys(useStore($answers)).length
  if (!notice) return null
  const damaged = notice === 'damaged' && '链接不完整或者版本较旧，未能识别的题目请重新填写。'
  return (
    <section className="match-note" role="status" aria-label="链接里的回答">
      <p>
        {count > 0 ? `已读出链接里的 ${count} 个回答。` : '没有从链接里读出回答。'}
        {damaged}
        {borrowed && '本设备上原有的回答没有改动。'}
      </p>
      {borrowed && (
        <div className="match-actions">
          <button type="button" className="button" onClick={keepLinkAnswers}>
            用链接里的回答
          </button>
          <button type="button" className="button" onClick={leaveLinkAnswers}>
            回到我的回答
          </button>
        </div>
      )}
    </section>
  )
}

/** Where the answers are kept; after a login it asks once whether the account should have those of this device. */
function AccountNote() {
  const state = useStore($account)
  const { unsent, place } = useStore($kept)
  const answers = useStore($answers)
  const isBorrowed = useStore($borrowed) !== null
  if (state.status === 'failed') {
    return (
      <p className="match-note" role="alert">
        回答已保存到本设备，存入企业账户失败：{state.text}
        <button type="button" className="button" onClick={unsent.length > 0 ? sendUnsent : meetAccount}>
          重试
        </button>
      </p>
    )
  }
  // Ask first whose answers these are, then where they should be kept.
  if (state.status !== 'asking' || isBorrowed) {
    const text = place === 'account' ? '回答已存入企业账户。' : ''
    return Object.keys(answers).length > 0 && text ? <p className="visually-hidden">{text}</p> : null
  }
  const stored = Object.keys(state.stored).length
  return (
    <section className="match-note match-ask" aria-label="保存到企业账户">
      <p>
        <b>本设备上有 {state.here} 个回答，是否存入企业账户？</b>
        {stored > 0
          ? `账户里已有 ${stored} 个回答，其中 ${state.different} 个与这里不同，存入后以这里的为准。`
          : '存入后，换一台设备登录也能接着用，同事也能看到。'}
      </p>
      <div className="match-actions">
        <button type="button" className="button button-primary" onClick={takeAnswersOver}>
          存入企业账户
        </button>
        <button type="button" className="button" onClick={leaveAccountAsItIs}>
          {stored > 0 ? '改用账户里的回答' : '只保存在本设备'}
        </button>
      </div>
    </section>
  )
}
