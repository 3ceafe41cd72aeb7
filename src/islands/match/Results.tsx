import { useStore } from '@nanostores/react'
import { useState } from 'react'
import type { FactKey } from '../../lib/rules/eligibility/facts.ts'
import { $match } from '../../lib/stores/match.ts'
import { $rules, loadRules } from '../../lib/stores/match-rules.ts'
import { QuestionDialog } from '../kit/question/QuestionDialog.tsx'
import { AnswerList } from './AnswerList.tsx'
import { NextQuestion } from './NextQuestion.tsx'
import { PolicyGroup } from './PolicyGroup.tsx'
import { ResultTools } from './ResultTools.tsx'
import { Summary } from './Summary.tsx'
import { STATUSES } from './statuses.ts'
import { WhyNot } from './WhyNot.tsx'

/** The explained list: what it comes to, the next best question, and every policy in its group. */
export function Results({ ask }: { ask: FactKey | undefined }) {
  const rules = useStore($rules)
  const match = useStore($match)
  const [edited, setEdited] = useState<FactKey | null>(ask ?? null)
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
  return (
    <section className="match-result" aria-labelledby="match-result-title">
      <div className="match-side">
        <Summary match={match} />
        {match.question && <NextQuestion key={match.question.fact} question={match.question} />}
      </div>
      <div className="match-main">
        <ResultTools />
        {STATUSES.map((status) => (
          <PolicyGroup key={status} status={status} match={match} onEdit={setEdited} />
        ))}
        <WhyNot match={match} onEdit={setEdited} />
        <AnswerList onEdit={setEdited} />
        <p className="match-basis">
          判断日期 {match.today}，规则版本 {rules.file.version}，政策数据生成于{' '}
          {rules.file.built_at.slice(0, 10)}。
          结果按您填写的内容推算，不是主管部门的审批结论，能否享受以主管部门的审核为准。
        </p>
      </div>
      {edited && <QuestionDialog fact={edited} onClose={() => setEdited(null)} />}
    </section>
  )
}
