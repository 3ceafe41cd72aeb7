import { useStore } from '@nanostores/react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { type AskKey, isAskKey } from '../../lib/rules/eligibility/asks.ts'
import { answerWords } from '../../lib/rules/eligibility/condition-words.ts'
import {
  type AnswerKey,
  FACT_KEYS,
  type FactKey,
  factOf,
  isFactKey,
} from '../../lib/rules/eligibility/facts.ts'
import type { NextQuestion as Question } from '../../lib/rules/eligibility/next-question.ts'
import { STATUS_WORDS, STATUSES, type Status } from '../../lib/rules/eligibility/verdict.ts'
import { formatNumber, moneyFigure } from '../../lib/rules/text/format-number.ts'
import { $answers, $reading } from '../../lib/stores/match/answers.ts'
import type { Match } from '../../lib/stores/match/judge-rows.ts'
import { $match } from '../../lib/stores/match/match.ts'
import { $pickLists, loadPickList } from '../../lib/stores/match/pick.ts'
import { $rules, $words, loadRules, loadWords } from '../../lib/stores/match/rules.ts'
import { AskField } from '../parts/question/AskField.tsx'
import { QuestionDialog, QuestionForm } from '../parts/question/QuestionDialog.tsx'
import { OverGroup, PolicyGroup, usePrinting } from './PolicyGroup.tsx'
import { ResultTools } from './ResultTools.tsx'
import { useArrival } from './use-arrival.ts'
import { WhyNot } from './WhyNot.tsx'

/** Narrower screens show the list below the summary. */
const HAS_TWO_COLUMNS = '(width >= 1024px)'

/** The explained list: what it comes to, the next best question, and every policy in its group. */
export function Results({ ask }: { ask: FactKey | undefined }) {
  const rules = useStore($rules)
  const match = useStore($match)
  const [edited, setEdited] = useState<FactKey | null>(ask ?? null)
  const [isAsking, setAsking] = useState(() => matchMedia(HAS_TWO_COLUMNS).matches)
  const isPrinting = usePrinting()
  const groups = useSteadyGroups(match)
  if (rules.status === 'failed') {
    return (
      <p className="answers-note" role="alert">
        政策数据加载失败：{rules.text}。您的回答已保留。
        <button type="button" className="button" onClick={loadRules}>
          重试
        </button>
      </p>
    )
  }
  if (!match || !groups || rules.status !== 'ready') {
    return (
      <p className="match-waiting" role="status">
        正在对照政策条件…
      </p>
    )
  }
  const { version, built_at } = rules.file
  const basis = <Basis today={match.today} version={version} builtAt={built_at} />
  return (
    <section className="match-result" aria-labelledby="match-result-title">
      <div className="match-side">
        <Summary match={match} />
        {isPrinting && basis}
        <ResultTools />
      </div>
      <div className="match-main">
        {match.question && (
          <NextQuestion question={match.question} match={match} isOpen={isAsking} onToggle={setAsking} />
        )}
        {STATUSES.map((status) => (
          <PolicyGroup key={status} status={status} rows={groups[status]} match={match} onEdit={setEdited} />
        ))}
        <OverGroup match={match} onEdit={setEdited} />
        <WhyNot match={match} onEdit={setEdited} />
        <AnswerList match={match} onEdit={setEdited} />
        {!isPrinting && basis}
      </div>
      {edited && (
        <QuestionDialog fact={edited} onAnswered={() => setEdited(null)} onClose={() => setEdited(null)} />
      )}
    </section>
  )
}

/**
 * The groups as they were before questions of single policies were answered: a card that is answered stays where the
 * reader is, and only its mark changes.
 */
function useSteadyGroups(match: Match | null): Match['groups'] | null {
  const { facts = {}, groups = null } = match ?? {}
  const others = JSON.stringify([match === null, Object.entries(facts).filter(([key]) => !isAskKey(key))])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the groups of now only when something else was answered
  return useMemo(() => groups, [others])
}

interface BasisProps {
  /** YYYY-MM-DD */
  today: string
  version: string
  builtAt: string
}

/** The data behind the result, and that it is no official decision. */
function Basis({ today, version, builtAt }: BasisProps) {
  return (
    <p className="match-basis">
      判断日期 {today}，规则版本 {version}，政策数据生成于 {builtAt.slice(0, 10)}。
      结果按您填写的内容推算，不是主管部门的审批结论，能否享受以主管部门的审核为准。
    </p>
  )
}

/** What it comes to: the money, and how many policies in each group. */
function Summary({ match: { groups, total } }: { match: Match }) {
  const heading = useArrival<HTMLHeadingElement>('result')
  const most = moneyFigure(Number(total.max))
  const least = moneyFigure(Number(total.min))
  const hasMoney = Number(total.max) > 0
  const isExact = total.min === total.max
  const count = STATUSES.map((status) => `${STATUS_WORDS[status]} ${groups[status].length} 条`).join('，')
  return (
    <div className="match-summary">
      <h2 id="match-result-title" ref={heading} tabIndex={-1}>
        匹配结果
      </h2>
      {hasMoney && (
        <p className="match-total">
          <span>{isExact ? '奖补合计' : '奖补合计最高'}</span>
          <b>
            {most.number}
            <small>{most.unit}</small>
          </b>
          <span>
            {Number(total.min) > 0 && !isExact && `至少 ${least.number} ${least.unit}；`}
            不可同时享受的只算一项{total.exact ? '' : '，组合较多，可能有更优的选择'}
          </span>
        </p>
      )}
      {total.unpriced.length > 0 && (
        <p className="match-unpriced">
          {hasMoney ? '另有' : '符合的政策里有'} {total.unpriced.length}{' '}
          项减免、贷款、资质或权益，不折算金额。
        </p>
      )}
      <p className="visually-hidden" role="status">
        {count}
      </p>
      <ul className="match-counts no-print">
        {STATUSES.map((status) => (
          <li key={status}>
            <button type="button" className={`verdict-${status}`} onClick={() => jumpTo(status)}>
              <b>{formatNumber(groups[status].length)}</b>
              {STATUS_WORDS[status]}
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Scrolls by script: a link would change the address, on which the view depends. */
function jumpTo(status: Status): void {
  const heading = document.getElementById(`match-${status}`)
  heading?.focus({ preventScroll: true })
  heading?.scrollIntoView()
}

interface NextQuestionProps {
  question: Question
  match: Match
  isOpen: boolean
  onToggle: (isOpen: boolean) => void
}

/** The one answer that settles most, asked in place. On a phone it is folded, so that the list begins on the screen. */
function NextQuestion({ question: { key, settles }, match, isOpen, onToggle }: NextQuestionProps) {
  const box = useRef<HTMLDetailsElement>(null)
  const answered = useRef<AnswerKey>(null)
  // The field that had the focus is gone: it goes on to the next question, and to the result after the last one.
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
  }
  return (
    <details
      ref={box}
      className="match-next no-print"
      open={isOpen}
      onToggle={(event) => onToggle(event.currentTarget.open)}
    >
      <summary className="match-next-title">再答 1 题，最多可判定 {settles} 条政策</summary>
      {isFactKey(key) ? (
        <QuestionForm key={key} fact={key} label="再答一题" onAnswered={note}>
          <button type="submit" className="button button-primary match-next-submit">
            提交
          </button>
        </QuestionForm>
      ) : (
        <NextAsk askKey={key} match={match} onAnswered={note} />
      )}
    </details>
  )
}

/** A question of one policy, whose words come with the policy's. */
function NextAsk({ askKey, match, onAnswered }: { askKey: AskKey; match: Match; onAnswered: () => void }) {
  const words = useStore($words)[policyOf(askKey)]
  const ask = words?.asks?.find(({ key }) => key === askKey)
  useEffect(() => {
    loadWordsOf([askKey], match)
  }, [askKey, match])
  if (!words || !ask) return <p role="status">正在加载…</p>
  return (
    <div className="question">
      <p className="question-help">{words.title}</p>
      <p className="match-next-ask">{ask.ask}</p>
      <p className="question-help">{ask.help}</p>
      <AskField ask={ask} onAnswered={onAnswered} />
    </div>
  )
}

/** Page id of the policy that asks. */
function policyOf(key: AskKey): number {
  return Number.parseInt(key, 10)
}

function loadWordsOf(keys: readonly AskKey[], { groups }: Match): Promise<void> {
  const ids = new Set(keys.map(policyOf))
  return loadWords(STATUSES.flatMap((status) => groups[status].filter(({ id }) => ids.has(id))))
}

/** Everything that was answered, each with the way to change it. */
function AnswerList({ match, onEdit }: { match: Match; onEdit: (fact: FactKey) => void }) {
  const answers = useStore($answers)
  const { problems } = useStore($reading)
  const lists = useStore($pickLists)
  const isPrinting = usePrinting()
  const given = FACT_KEYS.filter((fact) => answers[fact] !== undefined)
  const asked = useMemo(() => Object.keys(answers).filter(isAskKey), [answers])
  const policies = useStore($words)
  useEffect(() => {
    loadWordsOf(asked, match)
  }, [asked, match])
  // A question that is gone is not shown; its answer does no harm.
  const asks = asked.flatMap((key) => policies[policyOf(key)]?.asks?.filter((ask) => ask.key === key) ?? [])
  if (given.length + asks.length === 0) return null

  function words(fact: FactKey): string {
    const { kind } = factOf(fact)
    const list = kind === 'region' || kind === 'industry' ? lists[kind] : undefined
    const choice = list?.status === 'ready' ? list.list.byCode.get(String(answers[fact])) : undefined
    return choice?.path ?? answerWords(fact, answers[fact])
  }

  return (
    <details
      className="match-answers"
      {...(isPrinting && { open: true })}
      onToggle={() => {
        loadPickList('region')
        loadPickList('industry')
      }}
    >
      <summary>我的 {given.length + asks.length} 个回答</summary>
      <dl>
        {given.map((fact) => (
          <div key={fact}>
            <dt>{factOf(fact).label}</dt>
            <dd>
              {words(fact)}
              {problems
                .filter(({ key }) => key === fact)
                .map(({ message, severity }) => (
                  <span key={message} className={`question-problem question-${severity}`}>
                    {message}
                  </span>
                ))}
            </dd>
            <dd className="no-print">
              <button
                type="button"
                className="match-link"
                aria-label={`修改“${factOf(fact).label}”`}
                onClick={() => onEdit(fact)}
              >
                修改
              </button>
            </dd>
          </div>
        ))}
        {asks.map((ask) => (
          <div key={ask.key}>
            <dt>
              {ask.ask}
              <small>{policies[policyOf(ask.key)]?.title}</small>
            </dt>
            <dd className="match-answers-ask">
              {isPrinting ? answerWords(ask.key, answers[ask.key]) : <AskField ask={ask} />}
            </dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
