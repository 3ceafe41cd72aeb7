import { Button, Input } from 'antd'
import { useState } from 'react'
import { Select } from '../../../islands/kit/antd.tsx'
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
import { ClauseField, type ClauseSource } from './ClauseField.tsx'
import { ConditionForm, freeKey } from './ConditionForm.tsx'
import { FormulaField } from './FormulaField.tsx'
import type { FieldProblem } from './golden.ts'
import { figuresFor, nameConditions } from './notation.ts'
import { Labelled, Quiet } from './parts.tsx'
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
  const set = (next: Partial<WrittenBenefit>) => onChange({ ...benefit, ...next })
  const setStep = (place: number, step: WrittenBenefit['steps'][number]) => {
    const was = steps[place]?.name
    const renamed = (formula: Formula) =>
      mapFormula(formula, { step: (name) => (name === was ? step.name : name) })
    const others = was === step.name ? steps : steps.map((each) => ({ ...each, is: renamed(each.is) }))
    set({
      steps: others.map((each, at) => (at === place ? step : each)),
      ...(benefit.tax && was !== step.name && { tax: { ...benefit.tax, due: renamed(benefit.tax.due) } }),
    })
  }
  const swap = (place: number) => {
    const [one, other] = [steps[place], steps[place + 1]]
    if (one && other) set({ steps: [...steps.slice(0, place), other, one, ...steps.slice(place + 2)] })
  }
  const last = steps.at(-1)
  return (
    <section className="formula-steps" aria-label="金额公式">
      <BenefitHead benefit={benefit} set={set} onChange={onChange} />
      <OwnNumbers own={benefit.own ?? {}} onChange={(own) => onChange(withOwn(benefit, own))} />
      <ol>
        {steps.map((step, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a step is its place; its name is being written.
          <li key={place} className="formula-step">
            <div className="formula-step-head">
              <Input
                aria-label={`第 ${place + 1} 步的名称`}
                value={step.name}
                maxLength={24}
                onChange={(event) => setStep(place, { ...step, name: event.target.value })}
              />
              <Quiet
                disabled={place === 0}
                aria-label={`第 ${place + 1} 步上移`}
                onClick={() => swap(place - 1)}
              >
                ↑
              </Quiet>
              <Quiet
                disabled={step === last}
                aria-label={`第 ${place + 1} 步下移`}
                onClick={() => swap(place)}
              >
                ↓
              </Quiet>
              <Quiet
                disabled={steps.length === 1}
                aria-label={`删除第 ${place + 1} 步`}
                onClick={() => set({ steps: steps.filter((_, at) => at !== place) })}
              >
                删除
              </Quiet>
            </div>
            <FormulaLine
              {...props}
              label={`${step.name}的公式`}
              place={place}
              formula={step.is}
              path={['steps', place, 'is']}
              onChange={(is) => setStep(place, { ...step, is })}
            />
            {props.working[place] && <Result line={props.working[place]} isLast={step === last} />}
            <StepClause
              clause={step.clause}
              sources={props.sources}
              onChange={(clause) => setStep(place, withoutEmpty(step, clause))}
            />
          </li>
        ))}
      </ol>
      <Button
        onClick={() =>
          set({
            steps: [...steps, { name: `第${steps.length + 1}步`, is: last ? { step: last.name } : '0元' }],
          })
        }
      >
        加一步
      </Button>
      {benefit.tax && (
        <div className="formula-step">
          <Labelled label="减的是哪种税">
            {(id) => (
              <Input
                id={id}
                value={benefit.tax?.name}
                maxLength={24}
                onChange={(event) =>
                  benefit.tax && set({ tax: { ...benefit.tax, name: event.target.value } })
                }
              />
            )}
          </Labelled>
          <FormulaLine
            {...props}
            label="没有这些优惠时应缴的税"
            place={steps.length}
            formula={benefit.tax.due}
            path={['tax', 'due']}
            onChange={(due) => benefit.tax && set({ tax: { ...benefit.tax, due } })}
          />
        </div>
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

function withoutEmpty<Step extends { clause?: Clause }>(
  { clause: _, ...step }: Step,
  clause: Clause | undefined,
): Step {
  return (clause ? { ...step, clause } : step) as Step
}

function withOwn({ own: _, ...benefit }: WrittenBenefit, own: Record<string, WrittenOwn>): WrittenBenefit {
  return Object.keys(own).length > 0 ? { ...benefit, own } : benefit
}

function Result({ line, isLast }: { line: WorkingLine; isLast: boolean }) {
  return (
    <p className="formula-result" data-last={isLast || undefined}>
      {line.filled !== line.result && <span>{line.filled} </span>}＝ <b>{line.result}</b>
    </p>
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
      {clause ? `${clause.gist ?? ''}〔${clause.article}〕` : '没有写依据'}{' '}
      <Quiet onClick={() => setOpen(true)}>修改依据</Quiet>
    </p>
  )
}

interface LineProps extends Omit<Props, 'benefit' | 'onChange'> {
  benefit: WrittenBenefit | undefined
  label: string
  place: number
  formula: Formula
  path: readonly (string | number)[]
  onChange: (formula: Formula) => void
}

/** One formula, and under it the conditions that it names. */
function FormulaLine({
  label,
  place,
  formula,
  path,
  onChange,
  benefit,
  rates,
  sources,
  problems,
  unguarded,
  taken,
}: LineProps) {
  const [isAdding, setAdding] = useState(false)
  const conditions = nameConditions(formula)
  const vocabulary = { figures: figuresFor(rates, benefit ?? FIRST, place), conditions }
  const isInside = (each: readonly (string | number)[]) => path.every((key, level) => each[level] === key)
  const inside = <Item extends { path: readonly (string | number)[] }>(each: Item) => ({
    ...each,
    path: each.path.slice(path.length),
  })
  const replace = (old: Tree, next: Tree | null) => {
    const written = JSON.stringify(old)
    onChange(replaceCondition(formula, written, next))
  }
  return (
    <>
      <FormulaField
        label={label}
        formula={formula}
        onChange={onChange}
        vocabulary={vocabulary}
        problems={problems.filter((each) => isInside(each.path)).map(inside)}
        unguarded={unguarded.filter(isInside).map((each) => each.slice(path.length))}
      />
      {conditions.map(({ name, tree }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: its name changes with it.
        <details key={at} className="formula-condition">
          <summary>【{name}】</summary>
          <RuleTree
            tree={tree}
            onChange={(next) => replace(tree, next)}
            sources={sources}
            label={`公式里的条件：${name}`}
          />
        </details>
      ))}
      <Standards formula={formula} rates={rates} />
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
function Standards({ formula, rates }: { formula: Formula; rates: Rates }) {
  const written = JSON.stringify(formula)
  const isUsed = (kind: 'rate' | 'shared', name: string) =>
    written.includes(JSON.stringify({ [kind]: name }).slice(1, -1))
  const rows = [
    ...rates.rates.flatMap(({ name, values }) => {
      const now = values.findLast(({ from }) => from <= GOLDEN_DAY)
      return isUsed('rate', name) && now
        ? [{ name, said: `${now.value}，${now.from} 起`, by: now.source }]
        : []
    }),
    ...rates.formulas.flatMap(({ name, note }) =>
      isUsed('shared', name) ? [{ name, said: note ?? '几篇解读共用的公式', by: undefined }] : [],
    ),
  ]
  if (rows.length === 0) return null
  return (
    <details className="rule-note">
      <summary>用到的标准：{rows.map(({ name }) => name).join('、')}</summary>
      <ul>
        {rows.map(({ name, said, by }) => (
          <li key={name}>
            {name}：{said}
            {by &&
              (by.url ? (
                <a href={by.url}>
                  （{by.name}
                  {by.article}）
                </a>
              ) : (
                `（${by.name}${by.article ?? ''}）`
              ))}
          </li>
        ))}
      </ul>
      <p>写在 rates.yaml 里，很多篇共用：标准变了，在这一行的 values 下面加新的一条，旧的留着。</p>
    </details>
  )
}

/** Everywhere it stands; without it what held with it holds always. */
function replaceCondition(formula: Formula, written: string, next: Tree | null): Formula {
  if (next) {
    return mapFormula(formula, { when: (tree) => (JSON.stringify(tree) === written ? next : tree) })
  }
  if (typeof formula === 'object' && 'when' in formula && JSON.stringify(formula.when) === written)
    return formula.then
  return formula
}

function BenefitHead({
  benefit,
  set,
  onChange,
}: {
  benefit: WrittenBenefit
  set: (next: Partial<WrittenBenefit>) => void
  onChange: Props['onChange']
}) {
  const { years: _, ...withoutYears } = benefit
  const { exact: __, ...withoutExact } = benefit
  const mains = [
    ...Object.entries(benefit.own ?? {}).map(([key, { label }]) => ({ value: key, label })),
    ...FACT_KEYS.filter((key) => ['money', 'number'].includes(factOf(key).kind)).map((key) => ({
      value: key as string,
      label: factOf(key).label,
    })),
  ]
  return (
    <div className="rule-fields">
      <Select
        aria-label="算不算进合计"
        value={benefit.money}
        options={Object.entries(MONEY_KINDS).map(([value, label]) => ({ value: value as MoneyKind, label }))}
        onChange={(money) => set({ money })}
      />
      <Select
        aria-label="每年还是一次"
        value={benefit.per}
        options={PERS.map((per) => ({ value: per, label: per === '年' ? '每年' : '一次' }))}
        onChange={(per) => set({ per })}
      />
      <Input
        aria-label="享受几年"
        className="rule-number"
        prefix="享受"
        suffix="年"
        placeholder="不限"
        value={benefit.years ?? ''}
        onChange={({ target }) => {
          const years = Number(target.value)
          if (target.value === '') onChange(withoutYears)
          else if (Number.isInteger(years) && years > 0) set({ years })
        }}
      />
      <Input
        aria-label="金额一定是这个数的理由"
        className="rule-options"
        placeholder="写着最高、不超过，金额却一定的：理由"
        maxLength={60}
        value={benefit.exact ?? ''}
        onChange={({ target }) => (target.value ? set({ exact: target.value }) : onChange(withoutExact))}
      />
      <Select
        aria-label="滑块拖动的数字"
        className="rule-options"
        prefix="滑块拖动"
        placeholder="哪个数字"
        showSearch
        optionFilterProp="label"
        {...(benefit.main && { value: benefit.main })}
        options={mains}
        onChange={(main) => set({ main })}
      />
      {!benefit.tax && (
        <Quiet onClick={() => set({ tax: { name: '招用人员可以扣减的五项税费', due: '0元' } })}>
          减的是税
        </Quiet>
      )}
      <Quiet danger onClick={() => onChange(undefined)}>
        删除公式
      </Quiet>
    </div>
  )
}

function OwnNumbers({
  own,
  onChange,
}: {
  own: Record<string, WrittenOwn>
  onChange: (own: Record<string, WrittenOwn>) => void
}) {
  const entries = Object.entries(own)
  const set = (key: string, next: Partial<WrittenOwn>) =>
    onChange({ ...own, [key]: { ...own[key], ...next } as WrittenOwn })
  const add = () =>
    onChange({ ...own, [freeKey(Object.keys(own), 'n')]: { label: '', unit: '元', most: '1亿' } })
  return (
    <div className="formula-own">
      {entries.map(([key, number]) => (
        <div key={key} className="rule-fields">
          <Input
            aria-label="本篇另外问的数字"
            className="rule-subject"
            value={number.label}
            maxLength={30}
            placeholder="另外问的数字，例如 一年付给残疾职工的工资"
            onChange={(event) => set(key, { label: event.target.value })}
          />
          <Select
            aria-label={`${number.label}的单位`}
            value={number.unit}
            options={OWN_UNITS.map((unit) => ({ value: unit, label: unit }))}
            onChange={(unit) => set(key, { unit })}
          />
          <Input
            aria-label={`${number.label}最多`}
            className="rule-number"
            prefix="最多"
            value={String(number.most ?? '')}
            onChange={(event) => set(key, { most: event.target.value })}
          />
          <Input.TextArea
            aria-label={`${number.label}的说明`}
            className="rule-options"
            value={number.help ?? ''}
            maxLength={200}
            autoSize
            placeholder="怎样填"
            onChange={(event) => set(key, { help: event.target.value })}
          />
          <Quiet
            aria-label={`删除${number.label}`}
            onClick={() => {
              const { [key]: _, ...others } = own
              onChange(others)
            }}
          >
            删除
          </Quiet>
        </div>
      ))}
      {entries.length < OWN_MAX && <Quiet onClick={add}>另外问一个数字</Quiet>}
    </div>
  )
}
