import { AutoComplete, Input } from 'antd'
import { type ComponentProps, useEffect, useRef, useState } from 'react'
import { NAMED_LIST } from '../../../islands/kit/antd.tsx'
import { unitWords } from '../../../lib/rules/worth/amounts.ts'
import type { Formula } from '../../../lib/rules/worth/formula.ts'
import type { FieldProblem } from './golden.ts'
import { FUNCTIONS, nameOf, ORIGINS, printFormula, type Vocabulary } from './notation.ts'
import { parseFormula } from './parse-notation.ts'

interface Props {
  label: string
  formula: Formula | undefined
  onChange: (formula: Formula) => void
  vocabulary: Vocabulary
  problems: readonly FieldProblem[]
  unguarded: readonly unknown[]
}

const UNGUARDED = '没有样本守着：去掉它，没有一家样本企业的金额会变'

/** A formula in words and signs, with the names that it may speak of; what cannot be read says where, and changes nothing. */
export function FormulaField({ label, formula, onChange, vocabulary, problems, unguarded }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const printed = formula === undefined ? '' : printFormula(formula, vocabulary)
  const [text, setText] = useState(printed)
  const [cursor, setCursor] = useState(-1)
  const json = JSON.stringify(formula)
  const known = useRef({ json, printed })
  // Undone, changed beside it, or named otherwise; whoever is writing keeps the text that they wrote.
  useEffect(() => {
    const last = known.current
    known.current = { json: json as string, printed }
    setText((now) => (json !== last.json || now === last.printed ? printed : now))
  }, [json, printed])

  const area = () => box.current?.querySelector('textarea')
  function write(typed: string) {
    setText(typed)
    setCursor(area()?.selectionStart ?? typed.length)
    const parsed = parseFormula(typed, vocabulary)
    if (parsed.status !== 'read') return
    const read = JSON.stringify(parsed.formula)
    if (read === json) return
    known.current = { json: read, printed: typed }
    onChange(parsed.formula)
  }

  const parsed = parseFormula(text, vocabulary)
  const wrong = parsed.status === 'wrong' ? [parsed.message] : problems.map(({ message }) => message)
  return (
    <div ref={box} className="formula-field">
      <AutoComplete
        {...NAMED_LIST}
        aria-label={label}
        value={text}
        onChange={write}
        options={cursor < 0 ? [] : completions(text, cursor, vocabulary)}
        showSearch={{ filterOption: false }}
        popupMatchSelectWidth={420}
        optionRender={({ data }) => (
          <>
            {data.label} <small className="rule-note">{data.detail}</small>
          </>
        )}
        onSelect={(_, { at }) => {
          setCursor(-1)
          requestAnimationFrame(() => area()?.setSelectionRange(at, at))
        }}
        onBlur={() => setCursor(-1)}
      >
        <Area aria-label={label} {...(wrong.length > 0 && { status: 'error' as const })} />
      </AutoComplete>
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

/** Of several lines, a box for text has suggestions, but is no combobox. */
function Area({ role: _, 'aria-expanded': __, ...props }: ComponentProps<typeof Input.TextArea>) {
  return <Input.TextArea autoSize {...props} />
}

const NAME = /[^\s＋+−－\-×*÷（）(),，；;：:【】「」“”"]*$/

/** What the name before the cursor may become: each option is the whole text with it, `at` where writing goes on. */
function completions(text: string, cursor: number, vocabulary: Vocabulary) {
  const line = text.slice(0, cursor)
  const option = (from: number, name: string, detail: string, written: string, rest = cursor) => {
    // The first gap of a function is filled next.
    const gap = written.search(/(?<=[（：【，])(?=[，；：）】])/)
    return {
      key: `${detail} ${name}`,
      value: text.slice(0, from) + written + text.slice(rest),
      label: name,
      detail,
      at: from + (gap < 0 ? written.length : gap),
    }
  }
  const condition = /【([^】]*)$/.exec(line)
  if (condition) {
    const from = cursor - (condition[1]?.length ?? 0)
    const rest = text[cursor] === '】' ? cursor + 1 : cursor
    return vocabulary.conditions.map(({ name }) => option(from, name, '条件', `${name}】`, rest))
  }
  const typed = NAME.exec(line)?.[0] ?? ''
  if (typed === '') return []
  const from = cursor - typed.length
  const figures = vocabulary.figures.map(({ origin, key, label, unit }) => {
    const detail = [ORIGINS[origin], unit ? unitWords(unit) : ''].filter(Boolean).join(' · ')
    return option(from, label, detail, nameOf(origin, key, vocabulary))
  })
  const functions = Object.entries(FUNCTIONS).map(([name, { does, example }]) =>
    option(from, name, does, example),
  )
  return [...figures, ...functions]
    .filter(({ label }) => label.includes(typed) && label !== typed)
    .slice(0, 20)
}
