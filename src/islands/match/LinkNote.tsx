import { useStore } from '@nanostores/react'
import { $answers, $borrowed } from '../../lib/stores/match/answers.ts'
import { $linkNotice, keepLinkAnswers, leaveLinkAnswers } from '../../lib/stores/match/view.ts'

/** A link brought answers: how many could be read, and whether they replace one's own. */
export function LinkNote() {
  const notice = useStore($linkNotice)
  const borrowed = useStore($borrowed)
  const count = Object.keys(useStore($answers)).length
  if (!notice) return null
  const damaged = notice === 'damaged' && '链接不完整或者版本较旧，读不出的问题请重新回答。'
  return (
    <section className="match-note" role="status" aria-label="链接里的回答">
      <p>
        {count > 0 ? `已读出链接里的 ${count} 个回答。` : '没有从链接里读出回答。'}
        {damaged}
        {borrowed && '这台设备上原来的回答还在，没有改动。'}
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
