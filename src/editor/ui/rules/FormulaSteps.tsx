import { Button, Collapse } from 'antd'
import { useContext, useState } from 'react'
import { GOLDEN_DAY } from '../../../lib/content/check/golden-company.ts'
import { FACT_KEYS, factOf } from '../../../lib/rules/eligibility/facts.ts'
import type { Clause, Tree } from '../../../lib/rules/eligibility/tree.ts'
import { OWN_UNITS } from '../../../lib/rules/worth/amounts.ts'
import {
  type Formula,
  MONEY_KINDS,
  type MoneyKind,
  mapFormula,
  type OwnNumber,
  PERS,
  type Rates,
} from '../../../lib/rules/worth/formula.ts'
import type { WorkingLine } from '../../../lib/rules/worth/working.ts'
import { type Change, changeData } from '../../document.ts'
import type { Described } from '../../form-schema.ts'
import { FormContext } from '../form/form-context.ts'
import { Fields } from '../form/SchemaForm.tsx'
import { ConditionForm, freeKey } from './ConditionForm.tsx'
import { FormulaField } from './FormulaField.tsx'
import type { FieldProblem } from './golden.ts'
import { figuresFor, nameConditions } from './notation.ts'
import { Quiet } from './parts.tsx'
import { RuleTree } from './RuleTree.tsx'

type WrittenOwn = Omit<OwnNumber, 'key'>
interface WrittenStep {
  name: string
  is: Formula
  clause?: Clause
}

/** The benefit as in front matter, with the policy's own numbers by key. */
export interface WrittenBenefit {
  money: MoneyKind
  exact?: string
  per: (typeof PERS)[number]
  years?: number
  main?: string
  own?: Record<string, WrittenOwn>
  steps: readonly WrittenStep[]
  tax?: { name: string; due: Formula }
  assumes?: readonly string[]
}

interface Props {
  benefit: WrittenBenefit | undefined
  onChange: (benefit: WrittenBenefit | undefined) => void
  rates: Rates
  /** Paths relative to the benefit. */
  problems: readonly FieldProblem[]
  unguarded: readonly (readonly (string | number)[])[]
  /** For the chosen company; empty without one, or if the formula is incomplete. */
  working: readonly WorkingLine[]
  taken: readonly string[]
}

const FIRST: WrittenBenefit = { money: 'contested', per: '年', steps: [{ name: '金额', is: '0元' }] }

/** The policy's own numbers as a list; their keys are in an object, which the form does not draw. */
type Listed = Omit<WrittenBenefit, 'own'> & { own?: (WrittenOwn & { id?: { key: string } })[] }

function listOwn({ own = {}, ...benefit }: WrittenBenefit): Listed {
  const numbers = Object.entries(own).map(([key, number]) => ({ id: { key }, ...number }))
  return { ...benefit, ...(numbers.length > 0 && { own: numbers }) }
}

/** Returns the benefit with the consequences of a change: new numbers get a key, references follow a renamed step. */
function settleBenefit(last: WrittenBenefit, { own = [], ...next }: Listed): WrittenBenefit {
  const free = freeKey(Object.keys(last.own ?? {}), 'n')
  const numbers = own.map(({ id, ...number }) =>
    id ? [id.key, number] : [free, { ...number, unit: '元', most: '1亿' }],
  )
  const steps = next.steps.map(({ is = '0元', ...step }) => ({ ...step, is }))
  const [before, after] = [last.steps, steps].map((all) => all.map(({ name }) => name)) as [
    string[],
    string[],
  ]
  const was = before.length === after.length && before.find((name) => !after.includes(name))
  const now = after.find((name) => !before.includes(name))
  const renamed = (formula: Formula) =>
    mapFormula(formula, { step: (name) => (name === was && now !== undefined ? now : name) })
  return {
    ...next,
    ...(numbers.length > 0 && { own: Object.fromEntries(numbers) }),
    steps: steps.map((step) => ({ ...step, is: renamed(step.is) })),
    ...(next.tax && { tax: { ...next.tax, due: renamed(next.tax.due ?? '0元') } }),
  }
}

/** Shows the value of the policy step by step, with each step's result for the chosen company. */
export function FormulaSteps({ benefit, onChange, problems, working, ...props }: Props) {
  const scope = useContext(FormContext)
  if (!benefit) {
    return (
      <p>
        还没有金额公式。
        <Button onClick={() => onChange(FIRST)}>写金额公式</Button>
      </p>
    )
  }
  const listed = listOwn(benefit)
  const change = (changes: readonly Change[]) => {
    const { benefit: next } = changeData({ benefit: listed }, changes) as { benefit: Listed }
    onChange(settleBenefit(benefit, next))
  }
  /** @param whole the path including the benefit's own name */
  const formula = (whole: readonly (string | number)[], value: unknown) => {
    const path = whole.slice(1)
    const place = path[0] === 'steps' ? Number(path[1]) : benefit.steps.length
    const line = path[0] === 'steps' ? working[place] : undefined
    return (
      <>
        <FormulaLine
          {...props}
          {...{ benefit, path, place, formula: value as Formula }}
          problems={problems.filter((each) => path.every((key, level) => each.path[level] === key))}
          label={path[0] === 'steps' ? `${benefit.steps[place]?.name}的公式` : '应缴的税的公式'}
          onChange={(next) => change([{ path: [...whole], value: next }])}
        />
        {line && (
          <p className="formula-result">
            {line.filled !== line.result && `${line.filled} `}＝ <b>{line.result}</b>
          </p>
        )}
      </>
    )
  }
  return (
    <section className="formula-steps" aria-label="金额公式">
      <FormContext value={{ ...scope, change, formula }}>
        <Fields path={['benefit']} schema={schemaOf(benefit)} value={listed} />
      </FormContext>
      {problems
        .filter(({ path: [field, , part] }) => !(field === 'steps' ? part === 'is' : field === 'tax'))
        .map(({ path, message }) => (
          <p key={path.join('.') + message} className="rule-problem">
            {path[0] === 'steps' && typeof path[1] === 'number' ? `第 ${path[1] + 1} 步：` : ''}
            {message}
          </p>
        ))}
      <Quiet danger onClick={() => onChange(undefined)}>
        删除公式
      </Quiet>
    </section>
  )
}

interface LineProps extends Pick<Props, 'rates' | 'unguarded' | 'taken' | 'problems'> {
  benefit: WrittenBenefit
  label: string
  place: number
  formula: Formula
  path: readonly (string | number)[]
  onChange: (formula: Formula) => void
}

/** Shows one formula, and below it the conditions and standards that it uses. */
function FormulaLine({ benefit, label, place, formula, path, onChange, ...props }: LineProps) {
  const { rates, problems, unguarded, taken } = props
  const [isAdding, setAdding] = useState(false)
  const conditions = nameConditions(formula)
  const standards = standardsOf(formula, rates)
  const panels = conditions.map(({ name, tree }) => ({
    key: name,
    label: `【${name}】`,
    children: (
      <RuleTree
        tree={tree}
        onChange={(next) => onChange(replaceCondition(formula, JSON.stringify(tree), next))}
        label={`公式里的条件：${name}`}
      />
    ),
  }))
  return (
    <>
      <FormulaField
        label={label}
        formula={formula}
        onChange={onChange}
        vocabulary={{ figures: figuresFor(rates, benefit, place), conditions }}
        problems={problems}
        unguarded={unguarded.filter((each) => path.every((key, level) => each[level] === key))}
      />
      {standards !== '' && (
        <p className="rule-note">用到的标准：{standards}。写在 rates.yaml 里，很多篇共用。</p>
      )}
      {panels.length > 0 && <Collapse ghost size="small" items={panels} />}
      <Quiet title="公式变成“如果（【条件】：现在的公式；否则：0元）”" onClick={() => setAdding(true)}>
        按条件区分
      </Quiet>
      {isAdding && (
        <ConditionForm
          condition={undefined}
          taken={taken}
          onCancel={() => setAdding(false)}
          onDone={(tree) => {
            setAdding(false)
            // biome-ignore lint/suspicious/noThenProperty: a formula, which nobody waits for
            onChange({ when: tree, then: formula, else: '0元' })
          }}
        />
      )}
    </>
  )
}

/** Shows the rates that a formula uses, with their current values. */
function standardsOf(formula: Formula, { rates }: Rates): string {
  const text = JSON.stringify(formula)
  const used = rates.filter(({ name }) => text.includes(`"rate":${JSON.stringify(name)}`))
  return used
    .map(({ name, values }) => `${name} ${values.findLast(({ from }) => from <= GOLDEN_DAY)?.value}`)
    .join('、')
}

/** Replaces a condition everywhere; null removes it, and its part then always applies. */
function replaceCondition(formula: Formula, was: string, next: Tree | null): Formula {
  if (next) return mapFormula(formula, { when: (tree) => (JSON.stringify(tree) === was ? next : tree) })
  const isOnly = typeof formula === 'object' && 'when' in formula && JSON.stringify(formula.when) === was
  return isOnly ? formula.then : formula
}

const OWN: Described = {
  type: 'object',
  required: ['label', 'unit', 'most'],
  properties: {
    label: { title: '问什么', description: '例如 一年付给残疾职工的工资', type: 'string', maxLength: 30 },
    unit: { title: '单位', enum: [...OWN_UNITS] },
    most: { title: '最多', description: '超过的请填的人核对，如 1亿', type: 'string', maxLength: 20 },
    help: { title: '怎样填', type: 'string', maxLength: 200 },
  },
}

const STEP: Described = {
  type: 'object',
  required: ['name'],
  properties: {
    name: { title: '这一步的名称', type: 'string', maxLength: 24 },
    is: { title: '公式', input: 'formula' },
    clause: { title: '依据', input: 'clause' },
  },
}

/** Describes a formula in words for the form. */
function schemaOf({ own = {} }: WrittenBenefit): Described {
  const numbers = FACT_KEYS.filter((key) => ['money', 'number'].includes(factOf(key).kind))
  const mains: Record<string, string> = {
    ...Object.fromEntries(Object.entries(own).map(([key, { label }]) => [key, label])),
    ...Object.fromEntries(numbers.map((key) => [key, factOf(key).label])),
  }
  return {
    required: ['money', 'per', 'main', 'steps'],
    properties: {
      money: { title: '算不算进合计', enum: Object.keys(MONEY_KINDS), labels: MONEY_KINDS },
      per: { title: '每年还是一次', enum: [...PERS], labels: { 年: '每年', 次: '一次' } },
      main: { title: '最要紧的数字', enum: Object.keys(mains), labels: mains },
      own: {
        title: '另外问的数字',
        description: '只有这一篇问企业的',
        type: 'array',
        isOpen: true,
        items: OWN,
      },
      steps: { title: '算法，一步一步', type: 'array', minItems: 1, isOpen: true, items: STEP },
      years: { title: '享受几年', description: '不写是没有期限', type: 'integer', unit: '年' },
      exact: {
        title: '金额一定是这个数的理由',
        description: '写着最高、不超过，金额却一定的才写',
        type: 'string',
        maxLength: 60,
      },
      tax: {
        title: '减的是税',
        description: '写同一个税名的几项，合计最多减到零',
        type: 'object',
        required: ['name'],
        properties: {
          name: { title: '哪种税', type: 'string', maxLength: 24 },
          due: { title: '没有这些优惠时应缴多少', input: 'formula' },
        },
      },
    },
  }
}
