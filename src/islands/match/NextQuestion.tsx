import { useState } from 'react'
import type { NextQuestion as Question } from '../../lib/rules/eligibility/next-question.ts'
import { answer } from '../../lib/stores/answers.ts'
import { QuestionField } from '../kit/question/QuestionField.tsx'

/** The one answer that settles most, asked in place. */
export function NextQuestion({ question: { fact, settles } }: { question: Question }) {
  const [value, setValue] = useState<unknown>(undefined)
  return (
    <form
      className="match-next no-print"
      aria-label="再答一题"
      onSubmit={(event) => {
        event.preventDefault()
        if (value !== undefined) answer(fact, value)
      }}
    >
      <p>再答 1 题，最多可判定 {settles} 条政策</p>
      <QuestionField fact={fact} value={value} onChange={setValue} />
      <button type="submit" className="button button-primary" aria-disabled={value === undefined}>
        提交这个回答
      </button>
    </form>
  )
}
