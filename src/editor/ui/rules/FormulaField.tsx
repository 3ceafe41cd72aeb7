import { Collapse, Flex, Input } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { Select } from '../../../islands/kit/antd.tsx'
import type { Tree } from '../../../lib/rules/eligibility/tree.ts'
import { unitWords } from '../../../lib/rules/worth/amounts.ts'
import { type Formula, mapFormula } from '../../../lib/rules/worth/formula.ts'
import { insertText } from '../insert-text.ts'
import type { FieldProblem } from './golden.ts'
import { NodeForm } from './NodeForm.tsx'
import {
  type Figure,
  FUNCTIONS,
  nameConditions,
  nameOf,
  ORIGINS,
  printFormula,
  type Vocabulary,
} from './notation.ts'
import { parseFormula } from './parse-notation.ts'
import { Quiet } from './parts.tsx'
import { RuleTree } from './RuleTree.tsx'

interface Props {
  label: string
  formula: Formula
  onChange: (formula: Formula) => void
  figures: readonly Figure[]
  problems: readonly FieldProblem[]
}

/**
 * Edits a formula in words and signs, with its conditions below it, and suggests allowed names. An invalid text shows its
 * error and changes nothing.
 */
export function FormulaField({ label, formula, onChange, figures, problems }: Props) {
  const conditions = nameConditions(formula)
  const vocabulary = { figures, conditions }
  const [isAdding, setAdding] = useState(false)
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
    <Flex vertical gap="small" ref={box}>
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
          <p key={words} className="editor-wrong">
            {words}
          </p>
        ))}
      </div>
      {conditions.length > 0 && (
        <Collapse
          ghost
          size="small"
          items={conditions.map(({ name, tree }) => ({
            key: name,
            label: `【${name}】`,
            children: (
              <RuleTree
                tree={tree}
                onChange={(next) => onChange(replaceCondition(formula, JSON.stringify(tree), next))}
                label={`公式里的条件：${name}`}
              />
            ),
          }))}
        />
      )}
      <Quiet title="公式变成“如果（【条件】：现在的公式；否则：0元）”" onClick={() => setAdding(true)}>
        按条件区分
      </Quiet>
      {isAdding && (
        <NodeForm
          node={undefined}
          onCancel={() => setAdding(false)}
          onDone={(tree) => {
            setAdding(false)
            // biome-ignore lint/suspicious/noThenProperty: a formula, which nobody waits for
            onChange({ when: tree, then: formula, else: '0元' })
          }}
        />
      )}
    </Flex>
  )
}

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

/** Replaces a condition everywhere; null removes it, and its part then always applies. */
function replaceCondition(formula: Formula, was: string, next: Tree | null): Formula {
  if (next) return mapFormula(formula, { when: (tree) => (JSON.stringify(tree) === was ? next : tree) })
  const isOnly = typeof formula === 'object' && 'when' in formula && JSON.stringify(formula.when) === was
  return isOnly ? formula.then : formula
}
