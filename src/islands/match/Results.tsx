import { useStore } from '@nanostores/react'
import { Fragment, useEffect, useMemo, useState } from 'react'
import { isAskKey } from '../../lib/rules/eligibility/asks.ts'
import { readCompany } from '../../lib/rules/eligibility/company.ts'
import { answerWords } from '../../lib/rules/eligibility/condition-words.ts'
import { FACT_KEYS, type FactKey, factOf } from '../../lib/rules/eligibility/facts.ts'
import { headWords, lastStep } from '../../lib/rules/eligibility/shortfalls.ts'
import { STATUS_WORDS, STATUSES, type Status } from '../../lib/rules/eligibility/verdict.ts'
import { formatNumber } from '../../lib/rules/text/format-number.ts'
import { $answers, $reading } from '../../lib/stores/match/answers.ts'
import type { Match, MatchRow } from '../../lib/stores/match/judge-rows.ts'
import { $match, explain } from '../../lib/stores/match/match.ts'
import { $pickLists, loadPickList } from '../../lib/stores/match/pick.ts'
import { $rules, $words, loadWords } from '../../lib/stores/match/rules.ts'
import { usePrinting } from '../kit/use-printing.ts'
import { AskField } from '../parts/question/AskField.tsx'
import { QuestionDialog } from '../parts/question/QuestionDialog.tsx'
import { loadWordsOf, NextQuestion, policyOf } from './NextQuestion.tsx'
import { groupId, OverGroup, PolicyGroup } from './PolicyGroup.tsx'
import { PutAside } from './PutAside.tsx'
import { RulesNotice } from './RulesNotice.tsx'
import { Summary } from './Summary.tsx'

export function Results({ ask }: { ask: FactKey | undefined }) {
  const rules = useStore($rules)
  const match = useStore($match)
  const [edited, setEdited] = useState<FactKey | null>(ask ?? null)
  const [isAsking, setAsking] = useState(false)
  const isPrinting = usePrinting()
  const [aside, setAside] = useState<ReadonlySet<string>>(new Set())
  const groups = useSteadyGroups(match, aside)
  if (!match || !groups || rules.status !== 'ready') return <RulesNotice />
  const { version, built_at } = rules
  const basis = <Basis today={match.today} version={version} builtAt={built_at} />
  return (
    <section className="match-result" aria-labelledby="match-result-title">
      <Summary match={match} onEdit={setEdited} />
      {isPrinting && basis}
      {match.question && (
        <NextQuestion question={match.question} match={match} isOpen={isAsking} onToggle={setAsking} />
      )}
      <PutAside match={match} onPutAside={(keys) => setAside(new Set([...aside, ...keys]))} />
      <div>
        <GroupTabs groups={groups} />
        {STATUSES.map((status) => (
          <Fragment key={status}>
            <PolicyGroup status={status} rows={groups[status]} match={match} onEdit={setEdited} />
            {status === 'met' && Object.keys(match.facts).length > 0 && (
              <LastSteps rows={groups.unmet} match={match} />
            )}
          </Fragment>
        ))}
      </div>
      <OverGroup match={match} onEdit={setEdited} />
      <p className="soft no-print">
        没看到想找的政策？<a href="/search">全站搜索</a>，结果按您的回答标出是否符合。
      </p>
      <AnswerList match={match} onEdit={setEdited} />
      {!isPrinting && basis}
      {edited && (
        <QuestionDialog fact={edited} onAnswered={() => setEdited(null)} onClose={() => setEdited(null)} />
      )}
    </section>
  )
}

/**
 * Returns the groups from before asks were answered: an answered card stays in place, and only its mark changes.
 * Policies put `aside` by a list move.
 */
function useSteadyGroups(match: Match | null, aside: ReadonlySet<string>): Match['groups'] | null {
  const { facts = {}, groups = null } = match ?? {}
  const moving = Object.entries(facts).filter(([key]) => !isAskKey(key) || aside.has(key))
  const others = JSON.stringify([match === null, moving])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the groups of now only when something else was answered
  return useMemo(() => groups, [others])
}

interface BasisProps {
  /** YYYY-MM-DD */
  today: string
  version: string
  builtAt: string
}

function Basis({ today, version, builtAt }: BasisProps) {
  return (
    <p className="soft">
      判断日期 {today}，规则版本 {version}，政策数据生成于 {builtAt.slice(0, 10)}。
      结果按您填写的内容推算，不是主管部门的审批结论，能否享受以主管部门的审核为准。
    </p>
  )
}

function GroupTabs({ groups }: { groups: Match['groups'] }) {
  const current = useGroupInView()
  return (
    <nav className="match-tabs no-print" aria-label="匹配结果">
      {STATUSES.map((status) => (
        <button
          key={status}
          type="button"
          aria-current={status === current || undefined}
          onClick={() => jumpTo(status)}
        >
          {STATUS_WORDS[status]} <b>{formatNumber(groups[status].length)}</b>
        </button>
      ))}
    </nav>
  )
}

/** Returns the group at a line in the upper third of the window. */
function useGroupInView(): Status {
  const [current, setCurrent] = useState<Status>('met')
  useEffect(() => {
    const watcher = new IntersectionObserver(
      (entries) => {
        const shown = entries.find(({ isIntersecting }) => isIntersecting)?.target.id
        const status = STATUSES.find((each) => shown === groupId(each))
        if (status) setCurrent(status)
      },
      { rootMargin: '-33% 0px -67% 0px' },
    )
    for (const status of STATUSES) {
      const group = document.getElementById(groupId(status))
      if (group) watcher.observe(group)
    }
    return () => watcher.disconnect()
  }, [])
  return current
}

/** Scrolls by script: a link would change the address, on which the view depends. */
function jumpTo(status: Status): void {
  const heading = document.querySelector<HTMLElement>(`#${groupId(status)} h3`)
  heading?.focus({ preventScroll: true })
  heading?.scrollIntoView()
}

/** Policies examined for 还差一步, and shown. */
const LOOKED_AT = 60
const STEPS_SHOWN = 3

/** 还差一步: unmet policies with one missing condition within reach. */
function LastSteps({ rows, match }: { rows: readonly MatchRow[]; match: Match }) {
  const words = useStore($words)
  const near = useMemo(() => {
    const company = readCompany(match.facts, match.today)
    const isNear = ({ rule }: MatchRow) => rule.program && lastStep(rule.program.reason(company))
    return rows.slice(0, LOOKED_AT).filter(isNear).slice(0, STEPS_SHOWN)
  }, [rows, match])
  useEffect(() => {
    loadWords(near)
  }, [near])
  const steps = near.flatMap((row) => {
    const known = words[row.id]
    const { reason } = known ? explain(row, known, match) : {}
    const lack = reason && lastStep(reason)
    return known && lack ? [{ id: row.id, title: known.title, lack: headWords(lack) }] : []
  })
  return (
    <section className="match-steps" aria-labelledby="match-steps">
      <h3 id="match-steps">{steps.length > 0 ? '还差一步' : '往后三年'}</h3>
      <p className="no-print">
        <a href="#road">成长路线：下一步办什么，能多得多少</a>
      </p>
      {steps.length > 0 && (
        <ul>
          {steps.map(({ id, title, lack }) => (
            <li key={id} className="wrap">
              <a href={`/pmanagement/${id}`}>{title}</a> <span>{lack}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

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
  // An answer to a removed question is harmless and not shown.
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
                  <span key={message} className={`problem question-${severity}`}>
                    {message}
                  </span>
                ))}
            </dd>
            <dd className="no-print">
              <button
                type="button"
                className="link"
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
