import { Button, Flex } from 'antd'
import { useContext } from 'react'
import { FACT_KEYS, factOf } from '../../../lib/rules/eligibility/facts.ts'
import type { Clause } from '../../../lib/rules/eligibility/tree.ts'
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
import { CLAUSE, text } from './condition-schema.ts'
import { FormulaField } from './FormulaField.tsx'
import type { FieldProblem } from './golden.ts'
import { freeKey } from './NodeForm.tsx'
import { figuresFor } from './notation.ts'
import { Quiet } from './parts.tsx'

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
  problems: readonly FieldProblem[]
  /** For the chosen company; empty without one, or if the formula is incomplete. */
  working: readonly WorkingLine[]
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
export function FormulaSteps({ benefit, onChange, rates, problems, working }: Props) {
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
  const formula = (whole: readonly (string | number)[], value: unknown) => {
    const path = whole.slice(1)
    const place = path[0] === 'steps' ? Number(path[1]) : benefit.steps.length
    const line = path[0] === 'steps' ? working[place] : undefined
    return (
      <>
        <FormulaField
          label={path[0] === 'steps' ? `${benefit.steps[place]?.name}的公式` : '应缴的税的公式'}
          formula={value as Formula}
          figures={figuresFor(rates, benefit, place)}
          problems={problems.filter((each) => path.every((key, level) => each.path[level] === key))}
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
    <Flex vertical gap="middle" component="section" aria-label="金额公式">
      <FormContext value={{ ...scope, change, formula }}>
        <Fields path={['benefit']} schema={schemaOf(benefit)} value={listed} />
      </FormContext>
      <Quiet danger onClick={() => onChange(undefined)}>
        删除公式
      </Quiet>
    </Flex>
  )
}

const LIST: Described = { type: 'array', isOpen: true }

const OWN: Described = {
  type: 'object',
  required: ['label', 'unit', 'most'],
  properties: {
    label: text('问什么', 30, '例如 一年付给残疾职工的工资'),
    unit: { title: '单位', enum: [...OWN_UNITS] },
    most: text('最多', 20, '超过的请填的人核对，如 1亿'),
    help: text('怎样填', 200),
  },
}

const STEP: Described = {
  type: 'object',
  required: ['name'],
  properties: {
    name: text('这一步的名称', 24),
    is: { title: '公式', input: 'formula' },
    clause: CLAUSE,
  },
}

const TAX: Described = {
  title: '减的是税',
  description: '写同一个税名的几项，合计最多减到零',
  type: 'object',
  required: ['name'],
  properties: { name: text('哪种税', 24), due: { title: '没有这些优惠时应缴多少', input: 'formula' } },
}

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
      own: { ...LIST, title: '另外问的数字', description: '只有这一篇问企业的', items: OWN },
      steps: { ...LIST, title: '算法，一步一步', minItems: 1, items: STEP },
      years: { title: '享受几年', description: '不写是没有期限', type: 'integer', unit: '年' },
      exact: text('金额一定是这个数的理由', 60, '写着最高、不超过，金额却一定的才写'),
      tax: TAX,
    },
  }
}
