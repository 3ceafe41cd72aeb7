import { useStore } from '@nanostores/react'
import type { FactKey } from '../../lib/rules/eligibility/facts.ts'
import { UNJUDGED_KIND } from '../../lib/rules/eligibility/options.ts'
import { STATUSES } from '../../lib/rules/eligibility/verdict.ts'
import { $answers, $kept, $reading, answer } from '../../lib/stores/match/answers.ts'
import { $match } from '../../lib/stores/match/match.ts'
import { showResult, showStep } from '../../lib/stores/match/view.ts'
import { keptWords } from '../parts/question/kept-words.ts'
import { QuestionField } from '../parts/question/QuestionField.tsx'
import { SizeNote } from '../parts/question/SizeNote.tsx'
import { VerdictMark } from '../parts/verdict/VerdictMark.tsx'
import { useArrival } from './use-arrival.ts'

/** One step of questions. Every answer is kept at once; none is required. */
export function Questionnaire({ step: wanted }: { step: number }) {
  const answers = useStore($answers)
  const { facts, problems } = useStore($reading)
  const steps = stepsFor(facts.kind)
  const number = Math.min(wanted, steps.length)
  const step = steps[number - 1]
  const isLast = number === steps.length
  const heading = useArrival<HTMLHeadingElement>(number)
  if (!step) return null
  return (
    <div className="match-questions">
      <section className="match-step" aria-labelledby="match-step-title">
        <ol className="match-progress" aria-label="步骤">
          {steps.map(({ title, facts: asked }, index) => (
            <li key={title}>
              <a href={`#step-${index + 1}`} aria-current={index + 1 === number ? 'step' : undefined}>
                <span
                  className="match-progress-bar"
                  data-done={asked.every((fact) => answers[fact] !== undefined)}
                />
                <span className="match-progress-title">{title}</span>
              </a>
            </li>
          ))}
        </ol>
        <p className="match-hint">
          第 {number} 步，共 {steps.length} 步
        </p>
        <h2 id="match-step-title" ref={heading} tabIndex={-1}>
          {step.title}
        </h2>
        <form
          onSubmit={(event) => {
            event.preventDefault()
            const wrong = event.currentTarget.querySelector<HTMLElement>('[aria-invalid=true]')
            // Going on would lose it without a word; what is wrong is read with the field.
            if (wrong) wrong.focus()
            else if (isLast) showResult()
            else showStep(number + 1)
          }}
        >
          {step.facts.map((fact) => (
            <QuestionField
              key={fact}
              fact={fact}
              value={answers[fact]}
              onChange={(value) => answer(fact, value)}
              problem={problems.find(({ key }) => key === fact)}
            />
          ))}
          {step.facts.includes('revenue') && <SizeNote facts={facts} />}
          <div className="match-actions">
            {number > 1 && (
              <button type="button" className="button" onClick={() => showStep(number - 1)}>
                上一步
              </button>
            )}
            <button type="submit" className="button button-primary">
              {isLast ? '查看匹配结果' : '下一步'}
            </button>
            {!isLast && (
              <button type="button" className="match-link" onClick={showResult}>
                先看结果
              </button>
            )}
          </div>
        </form>
      </section>
      <LiveCount />
    </div>
  )
}

/** What the answers come to so far, while they are given. */
function LiveCount() {
  const match = useStore($match)
  const kept = useStore($kept)
  if (!match) return null
  return (
    <section className="match-live" aria-labelledby="match-live-title">
      <h3 id="match-live-title">实时结果</h3>
      <div role="status">
        <ul>
          {STATUSES.map((status) => (
            <li key={status}>
              <VerdictMark status={status} />
              <b>{match.groups[status].length}</b>
            </li>
          ))}
        </ul>
      </div>
      <p className="match-hint">每答一题即重新判断，不清楚的可跳过。{keptWords(kept)}</p>
    </section>
  )
}

/** The questions that everybody is asked, in short steps. All others are asked one by one, that on which most money rests first. */
interface Step {
  title: string
  facts: readonly FactKey[]
}

const START: Step = { title: '基本情况', facts: ['kind', 'region', 'industry'] }
const PEOPLE: Step = { title: '人员和规模', facts: ['employees', 'revenue'] }
const TAX: Step = { title: '税务', facts: ['taxable_income', 'taxpayer'] }
const TAX_WITHOUT_INCOME: Step = { title: '税务', facts: ['taxpayer'] }
const RESEARCH: Step = { title: '研发和资质', facts: ['rd_expense', 'certificates'] }

/** Who pays no corporate income tax has nothing that its base or research would settle. */
const WITHOUT_INCOME_TAX: readonly unknown[] = ['sole', 'partnership', 'individual']

/** A company that is not registered yet has only plans; of 其他组织 nothing is judged. */
export function stepsFor(kind: string | null | undefined): readonly Step[] {
  if (kind === 'founder')
    return [{ title: '基本情况', facts: ['kind', 'region', 'industry', 'founder_groups'] }]
  if (kind === UNJUDGED_KIND) return [START]
  return WITHOUT_INCOME_TAX.includes(kind)
    ? [START, PEOPLE, TAX_WITHOUT_INCOME]
    : [START, PEOPLE, TAX, RESEARCH]
}
