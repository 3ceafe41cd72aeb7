import { useState } from 'react'
import type { NextQuestion as Question } from '../../lib/rules/eligibility/next-question.ts'
import { answer } from '../../lib/stores/match/answers.ts'
import { QuestionField } from '../parts/question/QuestionField.tsx'

interface Props {
  question: Question
  isOpen: boolean
  onToggle: (isOpen: boolean) => void
}

/** The one answer that settles most, asked in place. On a phone it is folded, so that the list begins on the screen. */
export function NextQuestion({ question: { fact, settles }, isOpen, onToggle }: Props) {
  const [value, setValue] = useState<unknown>(undefined)
  return (
    <details
      className="match-next no-print"
      open={isOpen}
      onToggle={(event) => onToggle(event.currentTarget.open)}
    >
      <summary className="match-next-title">再答 1 题，最多可判定 {settles} 条政策</summary>
      <form
        aria-label="再答一题"
        onSubmit={(event) => {
          event.preventDefault()
          if (value !== undefined) answer(fact, value)
        }}
      >
        <QuestionField fact={fact} value={value} onChange={setValue} />
        <button
          type="submit"
          className="button button-primary match-next-submit"
          aria-disabled={value === undefined}
        >
          提交这个回答
        </button>
      </form>
    </details>
  )
}
