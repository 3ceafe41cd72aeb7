import { useStore } from '@nanostores/react'
import { useState } from 'react'
import type { AnswerKey } from '../../lib/rules/eligibility/facts.ts'
import { moneyWords } from '../../lib/rules/text/format-number.ts'
import { toNumber } from '../../lib/rules/worth/working.ts'
import { $answers, $kept, $reading, answer, answerAll } from '../../lib/stores/match/answers.ts'
import { $match } from '../../lib/stores/match/match.ts'
import { showResult, showStep } from '../../lib/stores/match/view.ts'
import { keptWords } from '../parts/question/kept-words.ts'
import { QuestionField } from '../parts/question/QuestionField.tsx'
import { NextQuestion } from './NextQuestion.tsx'
import { START } from './start.ts'
import { useArrival } from './use-arrival.ts'

const STEPS = ['基本情况', '逐题测算']

/** Every answer is stored at once; none is required. */
export function Questionnaire({ step: wanted }: { step: number }) {
  const answers = useStore($answers)
  const number = Math.min(wanted, STEPS.length)
  const heading = useArrival<HTMLHeadingElement>(number)
  return (
    <div className="match-questions">
      <section className="match-step" aria-labelledby="match-step-title">
        <ol className="match-progress" aria-label="步骤">
          {STEPS.map((title, index) => (
            <li key={title}>
              <a href={`#step-${index + 1}`} aria-current={index + 1 === number ? 'step' : undefined}>
                <span
                  className="match-progress-bar"
                  data-done={index === 0 && START.every((fact) => answers[fact] !== undefined)}
                />
                <span className="match-progress-title">{title}</span>
              </a>
            </li>
          ))}
        </ol>
        <p className="soft">
          <span>
            第 {number} 步，共 {STEPS.length} 步
          </span>
          {number > 1 && ` · 已答 ${Object.keys(answers).length} 题`}
        </p>
        <h2 id="match-step-title" ref={heading} tabIndex={-1}>
          {STEPS[number - 1]}
        </h2>
        {number === 1 ? <Start /> : <OneByOne />}
      </section>
      <RunningSum />
    </div>
  )
}

function Start() {
  const answers = useStore($answers)
  const { problems } = useStore($reading)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        const wrong = event.currentTarget.querySelector<HTMLElement>('[aria-invalid=true]')
        // Continuing would lose it silently; screen readers read the problem with the field.
        if (wrong) wrong.focus()
        else showStep(2)
      }}
    >
      {START.map((fact) => (
        <QuestionField
          key={fact}
          fact={fact}
          value={answers[fact]}
          onChange={(value) => answer(fact, value)}
          problem={problems.find(({ key }) => key === fact)}
        />
      ))}
      <div className="wrap match-actions">
        <button type="submit" className="button button-primary">
          下一步
        </button>
        <button type="button" className="link" onClick={showResult}>
          先看结果
        </button>
      </div>
    </form>
  )
}

function OneByOne() {
  const match = useStore($match)
  const [asked, setAsked] = useState<readonly (readonly AnswerKey[])[]>([])
  const last = asked.at(-1)
  if (!match) return <p role="status">正在加载…</p>
  return (
    <>
      {match.question ? (
        <NextQuestion
          question={match.question}
          match={match}
          isOpen
          onAnswered={(keys) => setAsked([...asked, keys])}
        />
      ) : (
        <p>能判断的都已问完。</p>
      )}
      <div className="wrap match-actions">
        <button
          type="button"
          className="button"
          onClick={() => {
            if (last === undefined) return showStep(1)
            // The removed answer's question then decides most again.
            answerAll(last, undefined)
            setAsked(asked.slice(0, -1))
          }}
        >
          {last === undefined ? '上一步' : '上一题'}
        </button>
        <button type="button" className="button button-primary" onClick={showResult}>
          查看匹配结果
        </button>
      </div>
    </>
  )
}

/** Number of answers from which a sum has meaning. */
const ENOUGH = 3

function RunningSum() {
  const match = useStore($match)
  const kept = useStore($kept)
  if (!match) return null
  const sure = toNumber(match.total.min)
  const possible = Object.keys(match.facts).length >= ENOUGH && moneyWords(Math.max(0, match.most - sure))
  return (
    <section className="match-live" aria-labelledby="match-live-title">
      <h3 id="match-live-title">今年可得</h3>
      <div role="status">
        <dl>
          <div>
            <dt>确定可得</dt>
            <dd>{moneyWords(sure)}</dd>
          </div>
          <div>
            <dt>还可能（最高）</dt>
            <dd>{possible || <small>答满 {ENOUGH} 题后估算</small>}</dd>
          </div>
        </dl>
      </div>
      <p className="soft">“还可能”按同类企业的常见情况估计。{keptWords(kept)}</p>
    </section>
  )
}
