import { useStore } from '@nanostores/react'
import { useEffect, useRef, useState } from 'react'
import type { AskKey } from '../../lib/rules/eligibility/asks.ts'
import { $answers, answerAll } from '../../lib/stores/match/answers.ts'
import type { Match } from '../../lib/stores/match/judge-rows.ts'
import { $words, $wordsNotice } from '../../lib/stores/match/rules.ts'
import { AskField } from '../parts/question/AskField.tsx'
import { loadWordsOf, policyOf } from './NextQuestion.tsx'

/** More are answered by habit instead of being read. */
export const STATEMENTS_AT_ONCE = 8
/** Fewer are answered faster on their cards. */
const WORTH_A_LIST = 3

interface PutAsideProps {
  match: Match
  /** A list is finished: the groups are rebuilt from its answers. */
  onPutAside: (keys: readonly AskKey[]) => void
}

/**
 * A list of statements that 待确认 policies depend on. The person affirms the true ones, and denies all others at
 * once: most concern other companies. Only pressed ones are affirmed, and the denial can be undone at once.
 */
export function PutAside({ match, onPutAside }: PutAsideProps) {
  const words = useStore($words)
  const answers = useStore($answers)
  const notice = useStore($wordsNotice)
  const [shown, setShown] = useState<readonly AskKey[] | null>(null)
  const [denied, setDenied] = useState<readonly AskKey[]>([])
  const summary = useRef<HTMLElement>(null)
  const next = match.gates.slice(0, STATEMENTS_AT_ONCE)
  useEffect(() => {
    if (shown) loadWordsOf(shown, match)
  }, [shown, match])
  const undo = denied.length > 0 && (
    <p className="match-denied no-print" role="status">
      已把 {denied.length} 句选“否”。
      <button
        type="button"
        className="link"
        onClick={() => {
          // Answers given since then stay.
          const untouched = denied.filter((key) => answers[key] === false)
          answerAll(untouched, undefined)
          setDenied([])
          document.getElementById('match-result-title')?.focus()
        }}
      >
        撤销
      </button>
    </p>
  )
  if (next.length < WORTH_A_LIST && !shown?.length) return undo
  const asks = (shown ?? []).map((key) => ({
    key,
    ask: words[policyOf(key)]?.asks?.find((each) => each.key === key),
    title: words[policyOf(key)]?.title,
  }))
  const isLoaded = asks.every(({ ask }) => ask)
  const rest = (shown ?? []).filter((key) => answers[key] === undefined)
  return (
    <>
      <details
        className="match-aside no-print"
        open={shown !== null}
        onToggle={(event) => setShown(event.currentTarget.open ? (shown ?? next) : null)}
      >
        <summary ref={summary}>
          <span className="match-next-title">
            快速排除：{shown?.length ?? next.length} 道是非题，剔除无关政策
          </span>
          <span className="button match-next-open">开始</span>
        </summary>
        {isLoaded ? (
          <div className="put-aside">
            <p className="soft">与您相符的选“是”，说不准的选“不清楚”，其余可以一起选“否”。</p>
            <ul>
              {asks.map(
                ({ key, ask, title }) =>
                  ask && (
                    <li key={key}>
                      <p>
                        {ask.ask}
                        <small>{title}</small>
                        {ask.help && <small>{ask.help}</small>}
                      </p>
                      <AskField ask={ask} />
                    </li>
                  ),
              )}
            </ul>
            <button
              type="button"
              className="button button-primary match-next-submit"
              onClick={() => {
                answerAll(rest, false)
                setDenied(rest)
                onPutAside(shown ?? [])
                setShown(null)
                // The button disappears: the focus moves to the next list, or to the result.
                if (match.gates.length - (shown?.length ?? 0) >= WORTH_A_LIST) summary.current?.focus()
                else document.getElementById('match-result-title')?.focus()
              }}
            >
              {rest.length > 0 ? `其余 ${rest.length} 句都选“否”` : '完成'}
            </button>
          </div>
        ) : notice === null ? (
          <p role="status">正在加载…</p>
        ) : (
          <p className="soft" role="alert">
            这些句子加载失败：{notice}。
            <button type="button" className="link" onClick={() => loadWordsOf(shown ?? [], match)}>
              重试
            </button>
          </p>
        )}
      </details>
      {undo}
    </>
  )
}
