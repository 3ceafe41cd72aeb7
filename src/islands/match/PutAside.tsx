import { useStore } from '@nanostores/react'
import { useEffect, useMemo, useState } from 'react'
import type { AskKey } from '../../lib/rules/eligibility/asks.ts'
import { answerAll } from '../../lib/stores/match/answers.ts'
import type { Match } from '../../lib/stores/match/judge-rows.ts'
import { $words } from '../../lib/stores/match/rules.ts'
import { loadWordsOf, policyOf } from './NextQuestion.tsx'

/** More are not read, but ticked by habit. */
export const STATEMENTS_AT_ONCE = 6
/** Fewer are answered sooner on their cards. */
const WORTH_A_LIST = 3

interface PutAsideProps {
  match: Match
  /** What the person has put aside: the groups are made anew by it. */
  onPutAside: (keys: readonly AskKey[]) => void
}

/**
 * A list of statements of policies that are 待确认: what is not ticked is answered 否, and puts its policy aside. A tick says
 * only that it may concern the company, and answers nothing: nobody shall be 符合 by a habit.
 */
export function PutAside({ match, onPutAside }: PutAsideProps) {
  const words = useStore($words)
  const [isOpen, setOpen] = useState(false)
  const [later, setLater] = useState<ReadonlySet<AskKey>>(new Set())
  const [ticked, setTicked] = useState<ReadonlySet<AskKey>>(new Set())
  const shown = useMemo(
    () => match.gates.filter((key) => !later.has(key)).slice(0, STATEMENTS_AT_ONCE),
    [match.gates, later],
  )
  useEffect(() => {
    if (isOpen) loadWordsOf(shown, match)
  }, [isOpen, shown, match])
  if (shown.length < WORTH_A_LIST) return null
  const askOf = (key: AskKey) => words[policyOf(key)]?.asks?.find((each) => each.key === key)
  const isLoaded = shown.every(askOf)
  return (
    <details
      className="match-next no-print"
      open={isOpen}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>
        <span className="match-next-title">一次看 {shown.length} 句，去掉与您无关的政策</span>
        <span className="button match-next-open">开始</span>
      </summary>
      {isLoaded ? (
        <form
          onSubmit={(event) => {
            event.preventDefault()
            const aside = shown.filter((key) => !ticked.has(key))
            setLater(later.union(ticked))
            setTicked(new Set())
            answerAll(aside, false)
            onPutAside(aside)
          }}
        >
          <fieldset className="put-aside">
            <legend>
              勾选与您有关、或者说不准的，以后再细答。没有勾选的按“否”处理，可以在“我的回答”里改。
            </legend>
            {shown.map((key) => (
              <label key={key}>
                <input
                  type="checkbox"
                  checked={ticked.has(key)}
                  onChange={({ currentTarget: { checked } }) => {
                    const next = new Set(ticked)
                    if (checked) next.add(key)
                    else next.delete(key)
                    setTicked(next)
                  }}
                />
                <span>
                  {askOf(key)?.ask}
                  <small>{words[policyOf(key)]?.title}</small>
                </span>
              </label>
            ))}
          </fieldset>
          <button type="submit" className="button button-primary match-next-submit">
            提交
          </button>
        </form>
      ) : (
        <p role="status">正在加载…</p>
      )}
    </details>
  )
}
