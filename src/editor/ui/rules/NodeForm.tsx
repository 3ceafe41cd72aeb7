import { Segmented } from 'antd'
import { useContext, useState } from 'react'
import { conditionWords } from '../../../lib/rules/eligibility/condition-words.ts'
import { makeTest } from '../../../lib/rules/eligibility/conditions/condition.ts'
import {
  type Ask,
  type Clause,
  type Condition,
  type FactCondition,
  isGroup,
  partsOf,
  type Tree,
} from '../../../lib/rules/eligibility/tree.ts'
import { type Change, changeData } from '../../document.ts'
import { FormContext } from '../form/form-context.ts'
import { Fields } from '../form/SchemaForm.tsx'
import { ASK, factSchema, groupSchema, settleCondition, type Written } from './condition-schema.ts'
import { FormDrawer } from './parts.tsx'
import { type GroupKind, kindOf, makeGroup } from './tree-moves.ts'

interface Props {
  /** Undefined: a new condition. */
  node: Tree | undefined
  onDone: (node: Tree) => void
  onCancel: () => void
}

/** Edits a condition, a question or a group as a whole: problems appear before the change applies. */
export function NodeForm({ node, onDone, onCancel }: Props) {
  const scope = useContext(FormContext)
  const own = node && 'ask' in node ? node.key : undefined
  const taken = (scope.asks ?? []).filter((key) => key !== own)
  const group = node && isGroup(node) ? { kind: kindOf(node), ...partsOf(node) } : undefined
  const [written, setWritten] = useState<Written>(
    group ? { kind: group.kind, need: group.need, clause: node?.clause } : { ...node },
  )
  const isAsk = 'ask' in written
  const [schema, problem] = group
    ? [groupSchema(written['kind'], group.parts.length), groupProblem(written, group.parts.length)]
    : isAsk
      ? [ASK, askProblem(written as unknown as Ask, taken)]
      : [factSchema(written), factProblem(written as Partial<FactCondition>)]
  const change = (changes: readonly Change[]) =>
    setWritten((now) => {
      const { node: next = {} } = changeData({ node: now }, changes) as { node?: Written }
      if (group || isAsk) return next
      return {
        ...settleCondition(now, next),
        ...(next['clause'] !== undefined && { clause: next['clause'] }),
      }
    })
  const isFact = !group && !isAsk
  return (
    <FormDrawer
      title={group ? '修改这一组' : node ? '修改条件' : '新的条件'}
      problem={problem}
      note={
        isFact ? problem === null && conditionWords(written as unknown as Condition) : isAsk && '答“是”为满足'
      }
      onCancel={onCancel}
      onDone={() => {
        const { clause, kind, need, ...rest } = written as Written & { clause?: Clause }
        onDone(
          group
            ? makeGroup(kind as GroupKind, group.parts, { need: Number(need), clause })
            : ({ ...rest, ...citedBy(written) } as unknown as Condition),
        )
      }}
    >
      {!group && (
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
      )}
      <FormContext value={{ ...scope, problems: [], change }}>
        <Fields path={['node']} schema={schema} value={written} />
      </FormContext>
    </FormDrawer>
  )
}

function citedBy({ clause }: Written): Written {
  return (clause as Clause | undefined)?.article ? { clause } : {}
}

export function freeKey(taken: readonly string[], letter: string): string {
  let next = 1
  while (taken.includes(`${letter}${next}`)) next += 1
  return `${letter}${next}`
}

function groupProblem({ kind, need }: Written, count: number): string | null {
  const isWrong = kind === 'of' && !(Number(need) >= 1 && Number(need) <= count)
  return isWrong ? `请写 1 到 ${count} 之间的数` : null
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
