import { useStore } from '@nanostores/react'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { PolicyWords } from '../../lib/contract/policies/rule-files.ts'
import { type AskKey, isAskKey } from '../../lib/rules/eligibility/asks.ts'
import { readCompany } from '../../lib/rules/eligibility/company.ts'
import { type AnswerKey, type Facts, isFactKey, questionTitle } from '../../lib/rules/eligibility/facts.ts'
import type { NextQuestion as Question } from '../../lib/rules/eligibility/next-question.ts'
import type { Ask } from '../../lib/rules/eligibility/tree.ts'
import { STATUSES } from '../../lib/rules/eligibility/verdict.ts'
import { moneyWords } from '../../lib/rules/text/format-number.ts'
import { asksOfRates } from '../../lib/rules/worth/compile.ts'
import { type CompiledBenefit, worthOf } from '../../lib/rules/worth/worth.ts'
import { answer } from '../../lib/stores/match/answers.ts'
import type { Match, MatchRow } from '../../lib/stores/match/judge-rows.ts'
import { reckon } from '../../lib/stores/match/match.ts'
import { $rules, $words, loadWords } from '../../lib/stores/match/rules.ts'
import { AskField } from '../parts/question/AskField.tsx'
import { QuestionForm } from '../parts/question/QuestionDialog.tsx'
import { NumberField } from '../parts/verdict/Working.tsx'

function nextWords({ settles, stake, together = [] }: Question): string {
  if (stake !== undefined && stake >= 1) {
    return `回答这一题，可确认最高 ${moneyWords(stake)}`
  }
  if (together.length > 1) return `填写同一张报表上的 ${together.length} 个数，测算金额`
  return settles > 0 ? `再答 1 题，最多可判定 ${settles} 条` : '再答 1 题，合计更准'
}

interface NextQuestionProps {
  question: Question
  match: Match
  isOpen: boolean
  onToggle?: (isOpen: boolean) => void
  onAnswered?: (keys: readonly AnswerKey[]) => void
}

/** The question with the largest effect, in its own row; answered in place once opened. */
export function NextQuestion({ question, match, isOpen, onToggle, onAnswered }: NextQuestionProps) {
  const { key, together = [key] } = question
  const words = useStore($words)
  const rules = useStore($rules)
  // The table of shared formulas contains the words of their asks.
  const shared = rules.status === 'ready' ? asksOfRates(rules.rates) : []
  const asking = useMemo(() => (isAskKey(key) ? rowOfNumber(key, match) : undefined), [key, match])
  useEffect(() => {
    if (isAskKey(key)) loadWordsOf([key], match)
    if (asking) loadWords([asking])
  }, [key, match, asking])
  const ask = isAskKey(key)
    ? [...(words[policyOf(key)]?.asks ?? []), ...shared].find((each) => each.key === key)
    : undefined
  const number = useMemo(
    () => (isAskKey(key) && asking ? numberOf(key, asking, match, words[asking.id]) : undefined),
    [key, asking, match, words],
  )
  // Answered already: a more precise answer is needed.
  const isFiner = match.facts[key] !== undefined && isFactKey(key)
  const title = isFactKey(key) ? questionTitle(key, match.today) : (ask?.ask ?? number?.label)
  const asked = isFiner ? `${title}，请选具体一些` : title
  const box = useRef<HTMLDetailsElement>(null)
  const answered = useRef<AnswerKey>(null)
  // The focused field is gone: the focus moves to the next question, and to the result after the last one.
  useEffect(() => {
    if (answered.current === null || answered.current === key) return
    answered.current = null
    const field = box.current?.querySelector<HTMLElement>('input, .ask button')
    ;(field ?? box.current?.querySelector('summary'))?.focus()
  }, [key])
  useEffect(
    () => () => {
      if (answered.current !== null) document.getElementById('match-result-title')?.focus()
    },
    [],
  )
  const note = () => {
    answered.current = key
    onAnswered?.(together)
  }
  return (
    <details
      ref={box}
      className="match-next no-print"
      open={isOpen}
      onToggle={(event) => onToggle?.(event.currentTarget.open)}
    >
      <summary>
        <span className="match-next-title">
          {nextWords(question)}
          {asked && !isOpen && `：${asked}`}
        </span>
        <span className="button button-primary match-next-open">回答</span>
      </summary>
      {isFactKey(key) ? (
        <QuestionForm
          key={key}
          facts={together.filter(isFactKey)}
          label="再答一题"
          onAnswered={note}
          isFiner={isFiner}
        >
          <button type="submit" className="button button-primary match-next-submit">
            提交
          </button>
        </QuestionForm>
      ) : number ? (
        <NextNumbers
          key={key}
          names={together.filter(isAskKey)}
          benefit={number.benefit}
          title={number.title}
          match={match}
          onAnswered={note}
        />
      ) : (
        <NextAsk ask={ask} title={words[policyOf(key)]?.title} onAnswered={note} />
      )}
    </details>
  )
}

interface NextAskProps {
  ask: Ask | undefined
  title: string | undefined
  onAnswered: () => void
}

function NextAsk({ ask, title, onAnswered }: NextAskProps) {
  if (!ask) return <p role="status">正在加载…</p>
  return (
    <div className="question">
      <p className="soft">{title}</p>
      <p className="match-next-ask">{ask.ask}</p>
      <p className="soft">{ask.help}</p>
      <AskField ask={ask} onAnswered={onAnswered} />
    </div>
  )
}

interface NextNumbersProps {
  names: readonly AskKey[]
  benefit: CompiledBenefit
  title: string | undefined
  match: Match
  onAnswered: () => void
}

/** Own numbers of one formula, together: one of them suffices. */
function NextNumbers({ names, benefit, title, match: { facts, today }, onAnswered }: NextNumbersProps) {
  const [values, setValues] = useState<Partial<Record<AskKey, unknown>>>({})
  const [isRefused, setRefused] = useState(false)
  const { beyond } = worthOf(benefit, readCompany({ ...facts, ...values } as Facts, today))
  const isWhole =
    names.some((name) => values[name] !== undefined) && names.every((name) => !beyond.includes(name))
  const tell = (told: typeof values) => {
    for (const name of names) answer(name, told[name] ?? null)
    onAnswered()
  }
  return (
    <form
      className="question"
      data-ask={names[0]}
      aria-label="再答一题"
      onSubmit={(event) => {
        event.preventDefault()
        const wrong = event.currentTarget.querySelector<HTMLElement>('[aria-invalid=true]')
        if (isWhole && !wrong) return tell(values)
        setRefused(true)
        const fields = [...event.currentTarget.querySelectorAll('input')]
        ;(wrong ?? fields.find(({ value }) => value === ''))?.focus()
      }}
    >
      <p className="soft">
        {title}
        {names.length > 1 && '，不清楚的可以留空'}
      </p>
      {names.map((name) => (
        <NumberField
          key={name}
          name={name}
          benefit={benefit}
          value={values[name]}
          today={today}
          isBeyond={beyond.includes(name)}
          onChange={(typed) => {
            setValues({ ...values, [name]: typed })
            setRefused(false)
          }}
        />
      ))}
      {isRefused && (
        <p className="question-refusal" role="alert">
          还没有保存：请填写一个数，不知道可以选“不清楚”
        </p>
      )}
      <div className="match-next-submit">
        <button type="submit" className="button button-primary">
          提交
        </button>
        <button type="button" className="button button-text" onClick={() => tell({})}>
          不清楚
        </button>
      </div>
    </form>
  )
}

/**
 * Finds the policy of an own number: two may share a formula, and the company may have only the one without the
 * number's name.
 */
function rowOfNumber(key: AskKey, { groups }: Match): MatchRow | undefined {
  const asking = [...groups.met, ...groups.unknown].filter(({ benefit }) => benefit?.owns.has(key))
  return asking.find(({ id }) => id === policyOf(key)) ?? asking[0]
}

function numberOf(key: AskKey, row: MatchRow, match: Match, words: PolicyWords | undefined) {
  const benefit = words && reckon(row, words, match)?.benefit
  const label = benefit?.owns.get(key)?.label
  return benefit && label !== undefined ? { benefit, label, title: words.title } : undefined
}

export function policyOf(key: AskKey): number {
  return Number.parseInt(key, 10)
}

export function loadWordsOf(keys: readonly AskKey[], { groups, over }: Match): Promise<void> {
  const ids = new Set(keys.map(policyOf))
  // An ended policy may share its asks with others.
  const rows = [...STATUSES.flatMap((status) => groups[status]), ...over.map(({ row }) => row)]
  return loadWords(rows.filter(({ id }) => ids.has(id)))
}
