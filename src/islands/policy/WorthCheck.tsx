import { useStore } from '@nanostores/react'
import { useEffect, useRef, useState } from 'react'
import type { FactKey } from '../../lib/rules/eligibility/facts.ts'
import { chinaDay } from '../../lib/rules/time/china-day.ts'
import { $keepable, $reading } from '../../lib/stores/match/answers.ts'
import { followAccount } from '../../lib/stores/match/answers-account.ts'
import { reckon } from '../../lib/stores/match/match.ts'
import { $rules, $words, $wordsNotice, loadRules, loadWords } from '../../lib/stores/match/rules.ts'
import { QuestionDialog } from '../parts/question/QuestionDialog.tsx'
import { Working } from '../parts/verdict/Working.tsx'

const OPENER = '[href="#worth"]'

/** 政策计算器 on the page of policy `id`: replaces the words below by numbers on demand. */
export function WorthCheck({ id }: { id: number }) {
  const rules = useStore($rules, { ssr: 'initial' })
  const words = useStore($words, { ssr: 'initial' })[id]
  const notice = useStore($wordsNotice, { ssr: 'initial' })
  const { facts } = useStore($reading, { ssr: () => ({ facts: {}, problems: [] }) })
  const isKeepable = useStore($keepable, { ssr: 'initial' })
  const [edited, setEdited] = useState<FactKey | null>(null)
  const [isWanted, setWanted] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  const row = rules.status === 'ready' ? rules.rows.find((each) => each.id === id) : undefined
  // Nothing opens by itself: the island loads for a near pointer, or after a login.
  useEffect(() => {
    const press = ({ target }: MouseEvent) => {
      if ((target as Element).closest(OPENER)) setWanted(true)
    }
    if (location.hash === '#worth') setWanted(true)
    document.addEventListener('click', press)
    return () => document.removeEventListener('click', press)
  }, [])
  useEffect(() => {
    if (!isWanted) return
    loadRules()
    return followAccount()
  }, [isWanted])
  useEffect(() => {
    if (row && isWanted) loadWords([row])
  }, [row, isWanted])
  const isThere = isWanted && row !== undefined && words !== undefined
  // Focuses the first field when a person has opened it.
  useEffect(() => {
    const field = isThere && place.current?.querySelector('input')
    if (field && field.value === '') field.focus({ preventScroll: true })
  }, [isThere])
  const today = chinaDay(new Date())
  const reckoned = isWanted && row && words && reckon(row, words, { facts, today })
  const failed = isWanted && (rules.status === 'failed' ? rules.text : notice)
  if (!reckoned) {
    return (
      <p className="worth-start no-print" role={failed ? 'alert' : undefined}>
        {failed && `加载失败：${failed} `}
        <button
          type="button"
          className="button"
          aria-busy={isWanted && !failed}
          onClick={() => {
            setWanted(true)
            if (failed) row ? loadWords([row]) : loadRules()
          }}
        >
          {failed ? '重试' : '填数计算'}
        </button>
      </p>
    )
  }
  return (
    <>
      {!isKeepable && <p role="alert">浏览器已禁用本地存储，关闭页面后回答会丢失。</p>}
      <div ref={place}>
        <Working
          benefit={reckoned.benefit}
          grants={row.grants}
          facts={facts}
          today={today}
          onEdit={setEdited}
        />
      </div>
      {edited && (
        <QuestionDialog fact={edited} onAnswered={() => setEdited(null)} onClose={() => setEdited(null)} />
      )}
    </>
  )
}
