import { useStore } from '@nanostores/react'
import { useState } from 'react'
import type { FactKey } from '../../lib/rules/eligibility/facts.ts'
import { $match } from '../../lib/stores/match/match.ts'
import { $rules, loadRules } from '../../lib/stores/match/rules.ts'
import { QuestionDialog } from '../parts/question/QuestionDialog.tsx'
import { AnswerList } from './AnswerList.tsx'
import { NextQuestion } from './NextQuestion.tsx'
import { PolicyGroup } from './PolicyGroup.tsx'
import { ResultTools } from './ResultTools.tsx'
import { Summary } from './Summary.tsx'
import { STATUSES } from './statuses.ts'
import { usePrinting } from './use-printing.ts'
import { WhyNot } from './WhyNot.tsx'

/** Narrower screens show the list below the summary. */
const HAS_TWO_COLUMNS = '(width >= 900px)'

/** The explained list: what it comes to, the next best question, and every policy in its group. */
export function Results({ ask }: { ask: FactKey | undefined }) {
  const rules = useStore($rules)
  const match = useStore($match)
  const [edited, setEdited] = useState<FactKey | null>(ask ?? null)
  const [isAsking, setAsking] = useState(() => matchMedia(HAS_TWO_COLUMNS).matches)
  const isPrinting = usePrinting()
  if (rules.status === 'failed') {
    return (
      <p className="match-note" role="alert">
        政策数据没有加载成功：{rules.text}。您的回答都在。
        <button type="button" className="button" onClick={loadRules}>
          重试
        </button>
      </p>
    )
  }
  if (!match || rules.status !== 'ready') {
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
          <NextQuestion
            key={match.question.fact}
            question={match.question}
            isOpen={isAsking}
            onToggle={setAsking}
          />
        )}
        {STATUSES.map((status) => (
          <PolicyGroup key={status} status={status} match={match} onEdit={setEdited} />
        ))}
        <WhyNot match={match} onEdit={setEdited} />
        <AnswerList onEdit={setEdited} />
        {!isPrinting && basis}
      </div>
      {edited && <QuestionDialog fact={edited} onClose={() => setEdited(null)} />}
    </section>
  )
}

interface Props {
  /** YYYY-MM-DD */
  today: string
  version: string
  builtAt: string
}

/** What the result rests on, and what it is not. */
function Basis({ today, version, builtAt }: Props) {
  return (
    <p className="match-basis">
      判断日期 {today}，规则版本 {version}，政策数据生成于 {builtAt.slice(0, 10)}。
      结果按您填写的内容推算，不是主管部门的审批结论，能否享受以主管部门的审核为准。
    </p>
  )
}
