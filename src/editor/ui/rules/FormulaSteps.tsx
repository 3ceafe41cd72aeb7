import { Button, Card, Collapse, Input, InputNumber, Space } from 'antd'
import { type ReactNode, useState } from 'react'
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
      <BenefitHead benefit={benefit} set={set} onRemove={() => onChange(undefined)} />
      <OwnNumbers own={benefit.own ?? {}} set={set} />
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
      <Button
        onClick={() =>
          set({
            steps: [...steps, { name: `第${steps.length + 1}步`, is: last ? { step: last.name } : '0元' }],
          })
        }
      >
        加一步
      </Button>
      {tax && (
        <Card size="small" title="减的是税">
          <Labelled label="减的是哪种税">
            {(id) => (
              <Input
                id={id}
                value={tax.name}
                maxLength={24}
                onChange={({ target }) => set({ tax: { ...tax, name: target.value } })}
              />
            )}
          </Labelled>
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

type SetBenefit = (next: { [Key in keyof WrittenBenefit]?: WrittenBenefit[Key] | undefined }) => void

function BenefitHead({
  benefit,
  set,
  onRemove,
}: {
  benefit: WrittenBenefit
  set: SetBenefit
  onRemove: () => void
}) {
  const mains = [
    ...Object.entries(benefit.own ?? {}).map(([key, { label }]) => ({ value: key, label })),
    ...FACT_KEYS.filter((key) => ['money', 'number'].includes(factOf(key).kind)).map((key) => ({
      ...{ value: key as string, label: factOf(key).label },
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
      <InputNumber
        aria-label="享受几年"
        className="rule-number"
        controls={false}
        min={1}
        precision={0}
        prefix="享受"
        suffix="年"
        placeholder="不限"
        value={benefit.years ?? null}
        onChange={(years) => set({ years: years ?? undefined })}
      />
      <Input
        aria-label="金额一定是这个数的理由"
        className="rule-options"
        placeholder="写着最高、不超过，金额却一定的：理由"
        maxLength={60}
        value={benefit.exact ?? ''}
        onChange={({ target }) => set({ exact: target.value || undefined })}
      />
      <Select
        aria-label="滑块拖动的数字"
        className="rule-options"
        prefix="滑块拖动"
        placeholder="哪个数字"
        showSearch={{ optionFilterProp: 'label' }}
        value={benefit.main ?? null}
        options={mains}
        onChange={(main) => set({ main: main ?? undefined })}
      />
      {!benefit.tax && (
        <Quiet onClick={() => set({ tax: { name: '招用人员可以扣减的五项税费', due: '0元' } })}>
          减的是税
        </Quiet>
      )}
      <Quiet danger onClick={onRemove}>
        删除公式
      </Quiet>
    </div>
  )
}

function OwnNumbers({ own, set }: { own: Record<string, WrittenOwn>; set: SetBenefit }) {
  const entries = Object.entries(own)
  const put = (next: Record<string, WrittenOwn>) =>
    set({ own: Object.keys(next).length > 0 ? next : undefined })
  const change = (key: string, next: Partial<WrittenOwn>) =>
    put({ ...own, [key]: { ...own[key], ...next } as WrittenOwn })
  return (
    <>
      {entries.map(([key, number]) => (
        <div key={key} className="rule-fields">
          <Input
            aria-label="本篇另外问的数字"
            className="rule-subject"
            value={number.label}
            maxLength={30}
            placeholder="另外问的数字，例如 一年付给残疾职工的工资"
            onChange={({ target }) => change(key, { label: target.value })}
          />
          <Select
            aria-label={`${number.label}的单位`}
            value={number.unit}
            options={OWN_UNITS.map((unit) => ({ value: unit, label: unit }))}
            onChange={(unit) => change(key, { unit })}
          />
          <Input
            aria-label={`${number.label}最多`}
            className="rule-number"
            prefix="最多"
            value={String(number.most ?? '')}
            onChange={({ target }) => change(key, { most: target.value })}
          />
          <Input.TextArea
            aria-label={`${number.label}的说明`}
            className="rule-options"
            value={number.help ?? ''}
            maxLength={200}
            autoSize
            placeholder="怎样填"
            onChange={({ target }) => change(key, { help: target.value })}
          />
          <Quiet
            aria-label={`删除${number.label}`}
            onClick={() => put(Object.fromEntries(entries.filter(([other]) => other !== key)))}
          >
            删除
          </Quiet>
        </div>
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
