import { useStore } from '@nanostores/react'
import { type ComponentType, useEffect, useState } from 'react'
import { isEmbedded } from '../../lib/browser/embedded.ts'
import { together } from '../../lib/browser/together.ts'
import { $answers, $borrowed, $keepable } from '../../lib/stores/match/answers.ts'
import { followAccount } from '../../lib/stores/match/answers-account.ts'
import { followAnswers } from '../../lib/stores/match/match.ts'
import { $linkNotice, $view, keepLinkAnswers, leaveLinkAnswers } from '../../lib/stores/match/view.ts'
import { AccountNote } from '../parts/question/AccountNote.tsx'
import { Questionnaire } from './Questionnaire.tsx'
import { Results } from './Results.tsx'
import './match.css'
import './results.css'
import './roadmap.css'

export function MatchIsland() {
  const view = useStore($view)
  const isKeepable = useStore($keepable)
  useEffect(() => {
    return isEmbedded() ? followAnswers() : together(followAccount(), followAnswers())
  }, [])
  return (
    <div className="match">
      <LinkNote />
      <AccountNote />
      {!isKeepable && (
        <p className="answers-note" role="alert">
          浏览器已禁用本地存储，关闭页面后回答会丢失，可用“分享链接”留存。
        </p>
      )}
      {view.page === 'step' && <Questionnaire step={view.step} />}
      {view.page === 'result' && <Results ask={view.ask} />}
      {view.page === 'road' && <RoadOnDemand />}
    </div>
  )
}

function RoadOnDemand() {
  const [road, setRoad] = useState<{ Roadmap: ComponentType }>()
  const [hasFailed, setFailed] = useState(false)
  function load() {
    setFailed(false)
    import('./Roadmap.tsx').then(
      (module) => setRoad({ Roadmap: module.default }),
      () => setFailed(true),
    )
  }
  useEffect(load, [])
  if (road) return <road.Roadmap />
  if (!hasFailed) return <p className="match-waiting">正在排路线…</p>
  return (
    <p className="answers-note" role="alert">
      路线图加载失败，请检查网络。您的回答已保留。
      <button type="button" className="button" onClick={load}>
        重试
      </button>
      <a className="button" href="#result">
        返回匹配结果
      </a>
    </p>
  )
}

function LinkNote() {
  const notice = useStore($linkNotice)
  const borrowed = useStore($borrowed)
  const count = Object.keys(useStore($answers)).length
  if (!notice) return null
  const damaged = notice === 'damaged' && '链接不完整或者版本较旧，未能识别的题目请重新填写。'
  return (
    <section className="answers-note" role="status" aria-label="链接里的回答">
      <p>
        {count > 0 ? `已读出链接里的 ${count} 个回答。` : '链接中没有可用的回答。'}
        {damaged}
        {borrowed && '本设备上原有的回答没有改动。'}
      </p>
      {borrowed && (
        <div className="wrap answers-note-actions">
          <button type="button" className="button" onClick={keepLinkAnswers}>
            使用链接中的回答
          </button>
          <button type="button" className="button" onClick={leaveLinkAnswers}>
            回到我的回答
          </button>
        </div>
      )}
    </section>
  )
}
