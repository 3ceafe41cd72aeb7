import { Button, Card, Collapse, Input, Space } from 'antd'
import { type ReactNode, useState } from 'react'
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
import type { Described } from '../../form-schema.ts'
import { Fields } from '../form/SchemaForm.tsx'
import { ClauseField, type ClauseSource } from './ClauseField.tsx'
import { ConditionForm, freeKey } from './ConditionForm.tsx'
import { FormulaField } from './FormulaField.tsx'
import type { FieldProblem } from './golden.ts'
import { figuresFor, nameConditions } from './notation.ts'
import { Quiet } from './parts.tsx'
import { RuleTree } from './RuleTree.tsx'

type WrittenOwn = Omit<OwnNumber, 'key'>

/** As front matter has it, own numbers under their names. */
export interface WrittenBenefit {
  money: MoneyKind
  exact?: string
  per: (typeof PERS)[number]
  years?: number
  main?: string
  own?: Record<string, WrittenOwn>
  steps: readonly { name: string; is: Formula; clause?: Clause }[]
  tax?: { name: string; due: Formula }
  assumes?: readonly string[]
}

interface Props {
  benefit: WrittenBenefit | undefined
  onChange: (benefit: WrittenBenefit | undefined) => void
  rates: Rates
  sources: readonly ClauseSource[]
  /** Paths from the benefit. */
  problems: readonly FieldProblem[]
  unguarded: readonly (readonly (string | number)[])[]
  /** Of the chosen company; empty where there is none or the formula is not whole. */
  working: readonly WorkingLine[]
  taken: readonly string[]
}

const OWN_MAX = 2
const FIRST: WrittenBenefit = { money: 'contested', per: '年', steps: [{ name: '金额', is: '0元' }] }

/** A copy without the fields that are undefined, as front matter has it. */
function written<Record extends object>(record: { [Key in keyof Record]: Record[Key] | undefined }): Record {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined)) as Record
}

/** What the policy is worth, step by step, with each step's result for the chosen company. */
export function FormulaSteps(props: Props) {
  const { benefit, onChange, problems } = props
  if (!benefit) {
    return (
      <p>
        还没有金额公式。
        <Button onClick={() => onChange(FIRST)}>写金额公式</Button>
      </p>
    )
  }
  const steps = Array.isArray(benefit.steps) ? benefit.steps : []
  const { tax } = benefit
  const set = (next: { [Key in keyof WrittenBenefit]?: WrittenBenefit[Key] | undefined }) =>
    onChange(written<WrittenBenefit>({ ...benefit, ...next } as WrittenBenefit))
  const setStep = (place: number, step: WrittenBenefit['steps'][number]) => {
    const was = steps[place]?.name
    const renamed = (formula: Formula) =>
      mapFormula(formula, { step: (name) => (name === was ? step.name : name) })
    const others = was === step.name ? steps : steps.map((each) => ({ ...each, is: renamed(each.is) }))
    set({
      steps: others.map((each, at) => (at === place ? step : each)),
      ...(tax && was !== step.name && { tax: { ...tax, due: renamed(tax.due) } }),
    })
  }
  const swap = (place: number) => {
    const [one, other] = [steps[place], steps[place + 1]]
    if (one && other) set({ steps: [...steps.slice(0, place), other, one, ...steps.slice(place + 2)] })
  }
  const last = steps.at(-1)
  return (
    <section className="formula-steps" aria-label="金额公式">
      <Fields path={['benefit']} schema={headOf(benefit)} value={benefit} />
      <OwnNumbers own={benefit.own ?? {}} put={(own) => set({ own })} />
      {steps.map((step, place) => {
        const way = (label: string, name: string, isOff: boolean, act: () => void) => (
          <Quiet disabled={isOff} aria-label={name} title={name} onClick={act}>
            {label}
          </Quiet>
        )
        const line = props.working[place]
        return (
          <Card
            // biome-ignore lint/suspicious/noArrayIndexKey: a step is its place; its name is being written.
            key={place}
            size="small"
            title={
              <Input
                variant="borderless"
                aria-label={`第 ${place + 1} 步的名称`}
                value={step.name}
                maxLength={24}
                onChange={({ target }) => setStep(place, { ...step, name: target.value })}
              />
            }
            extra={
              <Space size={0}>
                {way('↑', `第 ${place + 1} 步上移`, place === 0, () => swap(place - 1))}
                {way('↓', `第 ${place + 1} 步下移`, step === last, () => swap(place))}
                {way('删除', `删除第 ${place + 1} 步`, steps.length === 1, () =>
                  set({ steps: steps.filter((_, at) => at !== place) }),
                )}
              </Space>
            }
          >
            <FormulaLine
              {...props}
              label={`${step.name}的公式`}
              place={place}
              formula={step.is}
              path={['steps', place, 'is']}
              onChange={(is) => setStep(place, { ...step, is })}
            />
            {line && (
              <p className="formula-result">
                {line.filled !== line.result && `${line.filled} `}＝ <b>{line.result}</b>
              </p>
            )}
            <StepClause
              clause={step.clause}
              sources={props.sources}
              onChange={(clause) => setStep(place, written({ ...step, clause }))}
            />
          </Card>
        )
      })}
      <Space>
        <Button
          onClick={() =>
            set({
              steps: [...steps, { name: `第${steps.length + 1}步`, is: last ? { step: last.name } : '0元' }],
            })
          }
        >
          加一步
        </Button>
        <Quiet danger onClick={() => onChange(undefined)}>
          删除公式
        </Quiet>
      </Space>
      {tax && (
        <Card size="small" title="没有这些优惠时应缴的税">
          <FormulaLine
            {...props}
            label="没有这些优惠时应缴的税"
            place={steps.length}
            formula={tax.due}
            path={['tax', 'due']}
            onChange={(due) => set({ tax: { ...tax, due } })}
          />
        </Card>
      )}
      {problems
        .filter(({ path: [field, , part] }) => !(field === 'steps' ? part === 'is' : field === 'tax'))
        .map(({ path, message }) => (
          <p key={path.join('.') + message} className="rule-problem">
            {path[0] === 'steps' && typeof path[1] === 'number' ? `第 ${path[1] + 1} 步：` : ''}
            {message}
          </p>
        ))}
    </section>
  )
}

function StepClause({
  clause,
  ...field
}: {
  clause: Clause | undefined
  sources: readonly ClauseSource[]
  onChange: (clause: Clause | undefined) => void
}) {
  const [isOpen, setOpen] = useState(false)
  if (isOpen) return <ClauseField value={clause} {...field} />
  return (
    <p className="rule-note">
      {clause ? `${clause.gist ?? ''}〔${clause.article}〕` : '没有写依据'}
      <Quiet onClick={() => setOpen(true)}>修改依据</Quiet>
    </p>
  )
}

interface LineProps extends Omit<Props, 'onChange'> {
  label: string
  place: number
  formula: Formula
  path: readonly (string | number)[]
  onChange: (formula: Formula) => void
}

/** One formula, and under it the conditions and the standards that it names. */
function FormulaLine({ label, place, formula, path, onChange, ...props }: LineProps) {
  const { benefit = FIRST, rates, sources, problems, unguarded, taken } = props
  const [isAdding, setAdding] = useState(false)
  const conditions = nameConditions(formula)
  const isInside = (each: readonly (string | number)[]) => path.every((key, level) => each[level] === key)
  const panels = [
    ...conditions.map(({ name, tree }) => ({
      key: name,
      label: `【${name}】`,
      children: (
        <RuleTree
          tree={tree}
          onChange={(next) => onChange(replaceCondition(formula, JSON.stringify(tree), next))}
          sources={sources}
          label={`公式里的条件：${name}`}
        />
      ),
    })),
    ...standardsOf(formula, rates),
  ]
  return (
    <>
      <FormulaField
        label={label}
        formula={formula}
        onChange={onChange}
        vocabulary={{ figures: figuresFor(rates, benefit, place), conditions }}
        problems={problems.filter((each) => isInside(each.path))}
        unguarded={unguarded.filter(isInside)}
      />
      {panels.length > 0 && <Collapse ghost size="small" items={panels} />}
      {isAdding ? (
        <ConditionForm
          condition={undefined}
          taken={taken}
          sources={sources}
          onCancel={() => setAdding(false)}
          onDone={(tree) => {
            setAdding(false)
            // biome-ignore lint/suspicious/noThenProperty: a formula, which nobody waits for
            onChange({ when: tree, then: formula, else: '0元' })
          }}
        />
      ) : (
        <Quiet title="公式变成“如果（【条件】：现在的公式；否则：0元）”" onClick={() => setAdding(true)}>
          按条件区分
        </Quiet>
      )}
    </>
  )
}

/** The rows of rates.yaml that a formula speaks of: what they say now, since when and by which document. */
function standardsOf(
  formula: Formula,
  { rates, formulas }: Rates,
): { key: string; label: string; children: ReactNode }[] {
  const text = JSON.stringify(formula)
  const isUsed = (kind: 'rate' | 'shared', name: string) =>
    text.includes(JSON.stringify({ [kind]: name }).slice(1, -1))
  const used = rates.filter(({ name }) => isUsed('rate', name))
  const shared = formulas.filter(({ name }) => isUsed('shared', name))
  if (used.length + shared.length === 0) return []
  const rows = [
    ...used.map(({ name, values }) => {
      const { value, from, source: by } = values.findLast((each) => each.from <= GOLDEN_DAY) ?? {}
      const where = by && `（${by.name}${by.article ?? ''}）`
      return (
        <li key={name}>
          {`${name}：${value}，${from} 起`}
          {by?.url ? <a href={by.url}>{where}</a> : where}
        </li>
      )
    }),
    ...shared.map(({ name, note }) => <li key={name}>{`${name}：${note ?? '几篇解读共用的公式'}`}</li>),
  ]
  const names = [...used, ...shared].map(({ name }) => name).join('、')
  return [
    {
      key: 'rates.yaml',
      label: `用到的标准：${names}`,
      children: (
        <>
          <ul>{rows}</ul>
          <p className="rule-note">
            写在 rates.yaml 里，很多篇共用：标准变了，在它的 values 下面加新的一条，旧的留着。
          </p>
        </>
      ),
    },
  ]
}

/** Everywhere it stands; without it what held with it holds always. */
function replaceCondition(formula: Formula, was: string, next: Tree | null): Formula {
  if (next) return mapFormula(formula, { when: (tree) => (JSON.stringify(tree) === was ? next : tree) })
  const isOnly = typeof formula === 'object' && 'when' in formula && JSON.stringify(formula.when) === was
  return isOnly ? formula.then : formula
}

/** What the formula is, as the form draws it. */
function headOf({ own = {} }: WrittenBenefit): Described {
  const numbers = FACT_KEYS.filter((key) => ['money', 'number'].includes(factOf(key).kind))
  const mains: Record<string, string> = {
    ...Object.fromEntries(Object.entries(own).map(([key, { label }]) => [key, label])),
    ...Object.fromEntries(numbers.map((key) => [key, factOf(key).label])),
  }
  return {
    required: ['money', 'per', 'main'],
    properties: {
      money: { title: '算不算进合计', enum: Object.keys(MONEY_KINDS), labels: MONEY_KINDS },
      per: { title: '每年还是一次', enum: [...PERS], labels: { 年: '每年', 次: '一次' } },
      main: { title: '最要紧的数字', enum: Object.keys(mains), labels: mains },
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
        properties: { name: { title: '哪种税', type: 'string', maxLength: 24 }, due: { const: '0元' } },
      },
    },
  }
}

const OWN: Described = {
  required: ['label', 'unit', 'most'],
  properties: {
    label: {
      title: '本篇另外问的数字',
      description: '例如 一年付给残疾职工的工资',
      type: 'string',
      maxLength: 30,
    },
    unit: { title: '单位', enum: [...OWN_UNITS] },
    most: { title: '最多', description: '超过的请填的人核对，如 1亿', type: 'string', maxLength: 20 },
    help: { title: '怎样填', type: 'string', maxLength: 200 },
  },
}

function OwnNumbers({
  own,
  put,
}: {
  own: Record<string, WrittenOwn>
  put(own: WrittenBenefit['own']): void
}) {
  const entries = Object.entries(own)
  const rest = (gone: string) => entries.filter(([key]) => key !== gone)
  return (
    <>
      {entries.map(([key, number]) => (
        <Card
          key={key}
          size="small"
          title={number.label || '另外问的数字'}
          extra={
            <Quiet
              aria-label={`删除${number.label}`}
              onClick={() => put(rest(key).length > 0 ? Object.fromEntries(rest(key)) : undefined)}
            >
              删除
            </Quiet>
          }
        >
          <Fields path={['benefit', 'own', key]} schema={OWN} value={number} />
        </Card>
      ))}
      {entries.length < OWN_MAX && (
        <Quiet
          className="rule-start"
          onClick={() =>
            put({ ...own, [freeKey(Object.keys(own), 'n')]: { label: '', unit: '元', most: '1亿' } })
          }
        >
          另外问一个数字
        </Quiet>
      )}
    </>
  )
}
