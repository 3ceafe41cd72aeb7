import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { $keepable } from '../../lib/stores/match/answers.ts'
import { followAccount } from '../../lib/stores/match/answers-account.ts'
import { followAnswers } from '../../lib/stores/match/match.ts'
import { $view } from '../../lib/stores/match/view.ts'
import { AccountNote } from './AccountNote.tsx'
import { LinkNote } from './LinkNote.tsx'
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
    const stops = [followAccount(), followAnswers()]
    return () => {
      for (const stop of stops) stop()
    }
  }, [])
  return (
    <div className="match">
      <LinkNote />
      <AccountNote />
      {!isKeepable && (
        <p className="match-note" role="alert">
          这台设备不允许保存内容，关闭页面后回答会丢失。您可以用“分享链接”自己留存一份。
        </p>
      )}
      {view.page === 'step' ? <Questionnaire step={view.step} /> : <Results ask={view.ask} />}
    </div>
  )
}
