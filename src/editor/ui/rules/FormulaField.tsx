import { Input } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { Select } from '../../../islands/kit/antd.tsx'
import { unitWords } from '../../../lib/rules/worth/amounts.ts'
import type { Formula } from '../../../lib/rules/worth/formula.ts'
import { insertText } from '../insert-text.ts'
import type { FieldProblem } from './golden.ts'
import { FUNCTIONS, nameOf, ORIGINS, printFormula, type Vocabulary } from './notation.ts'
import { parseFormula } from './parse-notation.ts'

interface Props {
  label: string
  formula: Formula
  onChange: (formula: Formula) => void
  vocabulary: Vocabulary
  problems: readonly FieldProblem[]
  unguarded: readonly unknown[]
}

const UNGUARDED = '没有样本守着：去掉它，没有一家样本企业的金额会变'

/** Edits a formula in words and signs, and suggests allowed names; an invalid text shows its error and changes nothing. */
export function FormulaField({ label, formula, onChange, vocabulary, problems, unguarded }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const printed = printFormula(formula, vocabulary)
  const [text, setText] = useState(printed)
  const json = JSON.stringify(formula)
  const known = useRef({ json, printed })
  // The formula changed elsewhere, by undo or a renamed figure; a field in use keeps its text.
  useEffect(() => {
    const last = known.current
    known.current = { json, printed }
    setText((now) => (json !== last.json || now === last.printed ? printed : now))
  }, [json, printed])

  function write(typed: string) {
    setText(typed)
    const read = parseFormula(typed, vocabulary)
    if (read.status !== 'read' || JSON.stringify(read.formula) === json) return
    known.current = { json: JSON.stringify(read.formula), printed: typed }
    onChange(read.formula)
  }

  const parsed = parseFormula(text, vocabulary)
  const wrong = parsed.status === 'wrong' ? [parsed.message] : problems.map(({ message }) => message)
  return (
    <div ref={box} className="formula-field">
      <Input.TextArea
        autoSize
        aria-label={label}
        value={text}
        onChange={({ target }) => write(target.value)}
        {...(wrong.length > 0 && { status: 'error' as const })}
      />
      <Select<string | null>
        size="small"
        className="formula-names"
        aria-label={`插入到${label}`}
        placeholder="插入：步骤、问卷的数字、标准或者算法"
        value={null}
        showSearch={{ optionFilterProp: 'label' }}
        options={namesOf(vocabulary)}
        onSelect={(name) => {
          const area = box.current?.querySelector('textarea')
          // Selects the first gap of a function, to be filled next.
          const gap = name?.search(/(?<=[（：【，])(?=[，；：）】])/) ?? -1
          if (area && name) insertText(area, name, gap < 0 ? name.length : gap)
        }}
      />
      <div role="status">
        {[...new Set(wrong)].map((words) => (
          <p key={words} className="rule-problem">
            {words}
          </p>
        ))}
      </div>
      {unguarded.length > 0 && parsed.status === 'read' && (
        <p className="rule-unguarded" title={UNGUARDED}>
          {unguarded.length} 处没有样本守着
        </p>
      )}
    </div>
  )
}

/** Returns the names to insert: `value` is inserted, `label` finds it. */
function namesOf(vocabulary: Vocabulary) {
  return [
    ...vocabulary.figures.map(({ origin, key, label, unit }) => ({
      value: nameOf(origin, key, vocabulary),
      label: [label, ORIGINS[origin], unit ? unitWords(unit) : ''].filter(Boolean).join(' · '),
    })),
    ...vocabulary.conditions.map(({ name }) => ({ value: `【${name}】`, label: `${name} · 条件` })),
    ...Object.entries(FUNCTIONS).map(([name, { does, example }]) => ({
      value: example,
      label: `${name} · ${does}`,
    })),
  ]
}
