import { Segmented } from 'antd'
import { useContext, useState } from 'react'
import { conditionWords } from '../../../lib/rules/eligibility/condition-words.ts'
import { makeTest } from '../../../lib/rules/eligibility/conditions/condition.ts'
import type { Ask, Clause, Condition, FactCondition } from '../../../lib/rules/eligibility/tree.ts'
import { type Change, changeData } from '../../document.ts'
import { FormContext } from '../form/form-context.ts'
import { Fields } from '../form/SchemaForm.tsx'
import { ASK, factSchema, settleCondition, type Written } from './condition-schema.ts'
import { FormDrawer } from './parts.tsx'

interface Props {
  /** Undefined: a new one. */
  condition: Condition | undefined
  /** The keys of the other questions of this policy. */
  taken: readonly string[]
  onDone: (condition: Condition) => void
  onCancel: () => void
}

/** Edits one condition or question as a whole: problems appear before the change applies. */
export function ConditionForm({ condition, taken, onDone, onCancel }: Props) {
  const scope = useContext(FormContext)
  const [written, setWritten] = useState<Written>({ ...condition })
  const isAsk = 'ask' in written
  const problem = isAsk
    ? askProblem(written as unknown as Ask, taken)
    : factProblem(written as Partial<FactCondition>)
  const change = (changes: readonly Change[]) =>
    setWritten((now) => {
      const { condition: next = {} } = changeData({ condition: now }, changes) as { condition?: Written }
      return isAsk
        ? next
        : { ...settleCondition(now, next), ...(next['clause'] !== undefined && { clause: next['clause'] }) }
    })
  return (
    <FormDrawer
      title={condition ? '修改条件' : '新的条件'}
      problem={problem}
      note={isAsk || problem !== null ? '答“是”为满足' : conditionWords(written as unknown as Condition)}
      onCancel={onCancel}
      onDone={() => {
        const { clause: _, ...rest } = written
        onDone({ ...rest, ...citedBy(written) } as unknown as Condition)
      }}
    >
      <Segmented
        value={isAsk ? 'ask' : 'fact'}
        onChange={(kind) =>
          setWritten({ ...(kind === 'ask' && { ask: '', key: freeKey(taken, 'q') }), ...citedBy(written) })
        }
        options={[
          { value: 'fact', label: '按问卷判断' },
          { value: 'ask', label: '另外提问' },
        ]}
      />
      <FormContext value={{ ...scope, problems: [], change }}>
        <Fields path={['condition']} schema={isAsk ? ASK : factSchema(written)} value={written} />
      </FormContext>
    </FormDrawer>
  )
}

/** Returns the clause if it names an article. */
function citedBy({ clause }: Written): Written {
  return (clause as Clause | undefined)?.article ? { clause } : {}
}

/** Returns a free key: q1, q2. */
export function freeKey(taken: readonly string[], letter: string): string {
  let next = 1
  while (taken.includes(`${letter}${next}`)) next += 1
  return `${letter}${next}`
}

function askProblem({ ask, key }: Ask, taken: readonly string[]): string | null {
  if (ask.trim() === '') return '请写一句陈述，例如：主营业务属于鼓励类产业目录'
  if (!/^[a-z0-9_.]+$/.test(key)) return '代号用小写字母、数字和下划线'
  return taken.includes(key) ? `本篇已经有代号是 ${key} 的问题` : null
}

function factProblem(fact: Partial<FactCondition>): string | null {
  if (!fact.fact) return '请选择按什么判断'
  if (!fact.op) return '请选择怎样比较'
  const isEmpty = (value: unknown) =>
    value === undefined ||
    value === '' ||
    (Array.isArray(value) && (value.length === 0 || value.includes('')))
  const values = 'by' in fact ? fact.tiers?.map(({ value }) => value) : [(fact as { value?: unknown }).value]
  if (values?.some(isEmpty)) return '请填写'
  const test = makeTest(fact as FactCondition)
  return typeof test === 'string' ? test : null
}
