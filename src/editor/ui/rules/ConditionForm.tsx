import { Checkbox, Input, Segmented } from 'antd'
import { useState } from 'react'
import { Select } from '../../../islands/kit/antd.tsx'
import { conditionWords } from '../../../lib/rules/eligibility/condition-words.ts'
import { makeTest } from '../../../lib/rules/eligibility/conditions/condition.ts'
import { DERIVED, isDerivedKey } from '../../../lib/rules/eligibility/derived.ts'
import { FACT_KEYS, factOf } from '../../../lib/rules/eligibility/facts.ts'
import type {
  Ask,
  Clause,
  Condition,
  FactCondition,
  Operator,
  Subject,
  Tier,
} from '../../../lib/rules/eligibility/tree.ts'
import { labelOf } from '../../../lib/rules/eligibility/words.ts'
import { ClauseField, type ClauseSource } from './ClauseField.tsx'
import { FormEnd, Labelled, Quiet } from './parts.tsx'
import { NumberField, sortOf, unitOf, ValueField, WORDS } from './ValueField.tsx'

const SUBJECTS = [...FACT_KEYS, ...(Object.keys(DERIVED) as (keyof typeof DERIVED)[])]

function subjectOptions(subjects: readonly Subject[]) {
  const option = (key: Subject) => {
    const asked = isDerivedKey(key) ? '' : `${factOf(key).title ?? ''}${factOf(key).help ?? ''}`
    return { value: key, label: labelOf(key), search: `${labelOf(key)}${asked}${key}` }
  }
  return [
    { label: '问卷的问题', options: subjects.filter((key) => !isDerivedKey(key)).map(option) },
    { label: '由回答算出', options: subjects.filter(isDerivedKey).map(option) },
  ]
}

const SEARCH = {
  filterOption: (typed: string, option?: object) =>
    Boolean(option && 'search' in option && `${option.search}`.includes(typed)),
}
const FIGURES = SUBJECTS.filter((subject) => sortOf(subject) === 'figure')

interface Props {
  /** Undefined: a new one. */
  condition: Condition | undefined
  /** The keys of the other questions of this policy. */
  taken: readonly string[]
  sources: readonly ClauseSource[]
  onDone: (condition: Condition) => void
  onCancel: () => void
}

/** One condition or one question, changed as a whole: what is wrong with it is said before it is taken. */
export function ConditionForm({ condition, taken, sources, onDone, onCancel }: Props) {
  const [kind, setKind] = useState<'fact' | 'ask'>(condition && 'ask' in condition ? 'ask' : 'fact')
  const [fact, setFact] = useState<Partial<FactCondition>>(condition && 'fact' in condition ? condition : {})
  const [ask, setAsk] = useState<Ask>(
    condition && 'ask' in condition ? condition : { ask: '', key: freeKey(taken, 'q') as Ask['key'] },
  )
  const [clause, setClause] = useState<Clause | undefined>(condition?.clause)
  const written = withClause(kind === 'ask' ? ask : fact, clause)
  const problem = kind === 'ask' ? askProblem(ask, taken) : factProblem(fact)
  return (
    <form
      className="rule-form"
      aria-label={condition ? '修改条件' : '新的条件'}
      onSubmit={(event) => {
        event.preventDefault()
        if (problem === null) onDone(written as Condition)
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.defaultPrevented) onCancel()
        // The keys of the tree mean something else in here.
        event.stopPropagation()
      }}
    >
      <Segmented
        value={kind}
        onChange={setKind}
        options={[
          { value: 'fact', label: '按问卷判断' },
          { value: 'ask', label: '另外提问' },
        ]}
      />
      {kind === 'fact' ? (
        <FactFields fact={fact} onChange={setFact} />
      ) : (
        <AskFields ask={ask} onChange={setAsk} />
      )}
      <ClauseField value={clause} onChange={setClause} sources={sources} hasGist={kind === 'fact'} />
      <FormEnd
        problem={problem}
        note={kind === 'fact' && problem === null ? conditionWords(written as Condition) : '答“是”为满足'}
        onCancel={onCancel}
      />
    </form>
  )
}

function withClause(condition: object, clause: Clause | undefined): object {
  const { clause: _, ...rest } = condition as { clause?: Clause }
  return clause && clause.article !== '' ? { ...rest, clause } : rest
}

/** A key that nobody has yet: q1, q2. */
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
    value === undefined || value === '' || (Array.isArray(value) && value.includes(''))
  const values = 'by' in fact ? fact.tiers?.map(({ value }) => value) : [(fact as { value?: unknown }).value]
  if (values?.some(isEmpty)) return '请填写'
  const test = makeTest(fact as FactCondition)
  return typeof test === 'string' ? test : null
}

function FactFields({
  fact,
  onChange,
}: {
  fact: Partial<FactCondition>
  onChange: (fact: Partial<FactCondition>) => void
}) {
  const subject = fact.fact
  const words = subject ? WORDS[sortOf(subject)] : {}
  const tiers = 'tiers' in fact ? fact.tiers : undefined
  const value = 'value' in fact ? fact.value : undefined
  function pickSubject(next: Subject) {
    const op = Object.keys(WORDS[sortOf(next)])[0] as Operator
    onChange({ fact: next, op, ...(sortOf(next) === 'yesno' && { value: true }) } as Partial<FactCondition>)
  }
  function pickOp(op: Operator) {
    const needsList = ['between', 'in', 'not_in', 'within', 'not_within'].includes(op)
    const isKept = tiers || Array.isArray(value) === needsList
    onChange({ ...(isKept ? fact : { fact: subject }), op } as FactCondition)
  }
  return (
    <>
      <div className="rule-fields">
        <Select
          aria-label="按什么判断"
          className="rule-subject"
          {...(subject && { value: subject })}
          placeholder="搜问卷的问题或者指标"
          autoFocus={!subject}
          showSearch={SEARCH}
          options={subjectOptions(SUBJECTS)}
          onChange={pickSubject}
        />
        {subject && sortOf(subject) !== 'yesno' && (
          <Select
            aria-label="怎样比较"
            className="rule-op"
            {...(fact.op && { value: fact.op })}
            options={Object.entries(words).map(([op, label]) => ({ value: op as Operator, label }))}
            onChange={pickOp}
          />
        )}
        {subject && fact.op && !tiers && (
          <ValueField
            subject={subject}
            op={fact.op}
            value={value}
            onChange={(next) => onChange({ ...fact, value: next } as FactCondition)}
          />
        )}
      </div>
      {subject && sortOf(subject) === 'figure' && (
        <Checkbox
          checked={tiers !== undefined}
          onChange={(event) => {
            const { fact: same, op } = fact
            onChange(
              event.target.checked
                ? ({
                    fact: same,
                    op,
                    by: 'revenue',
                    tiers: [{ up_to: '5000万', value: '' }, { value: '' }],
                  } as FactCondition)
                : ({ fact: same, op } as Partial<FactCondition>),
            )
          }}
        >
          要求的数按另一个数分档
        </Checkbox>
      )}
      {subject && fact.op && tiers && 'by' in fact && fact.by && (
        <TierFields
          subject={subject}
          op={fact.op}
          by={fact.by}
          tiers={tiers}
          onChange={(by, next) => onChange({ ...fact, by, tiers: next } as FactCondition)}
        />
      )}
    </>
  )
}

function TierFields({
  subject,
  op,
  by,
  tiers,
  onChange,
}: {
  subject: Subject
  op: Operator
  by: Subject
  tiers: readonly Tier[]
  onChange: (by: Subject, tiers: readonly Tier[]) => void
}) {
  const set = (place: number, tier: Tier) =>
    onChange(
      by,
      tiers.map((each, at) => (at === place ? tier : each)),
    )
  return (
    <div className="rule-form">
      <Labelled label="按">
        {(id) => (
          <Select
            id={id}
            aria-label="按什么分档"
            className="rule-subject"
            value={by}
            options={subjectOptions(FIGURES)}
            showSearch={SEARCH}
            onChange={(next: Subject) => onChange(next, tiers)}
          />
        )}
      </Labelled>
      {tiers.map((tier, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a tier is its place.
        <div key={`${place}/${tiers.length}`} className="rule-fields">
          {place === tiers.length - 1 ? (
            <span className="rule-op">其余的</span>
          ) : (
            <>
              <Select
                aria-label={`第 ${place + 1} 档含不含上限`}
                className="rule-op"
                value={tier.below === undefined ? 'up_to' : 'below'}
                options={[
                  { value: 'up_to', label: '不超过' },
                  { value: 'below', label: '不到' },
                ]}
                onChange={(end) => set(place, { [end]: tier.up_to ?? tier.below ?? '', value: tier.value })}
              />
              <NumberField
                label={`第 ${place + 1} 档的上限`}
                unit={unitOf(by)}
                value={tier.up_to ?? tier.below}
                onChange={(bound) =>
                  set(place, { [tier.below === undefined ? 'up_to' : 'below']: bound, value: tier.value })
                }
              />
            </>
          )}
          <span>的，{WORDS.figure[op]}</span>
          <NumberField
            label={`第 ${place + 1} 档要求的数`}
            unit={unitOf(subject)}
            value={tier.value}
            onChange={(value) => set(place, { ...tier, value })}
          />
          {tiers.length > 2 && place < tiers.length - 1 && (
            <Quiet
              aria-label={`删除第 ${place + 1} 档`}
              onClick={() =>
                onChange(
                  by,
                  tiers.filter((_, at) => at !== place),
                )
              }
            >
              删除
            </Quiet>
          )}
        </div>
      ))}
      <Quiet
        onClick={() => onChange(by, [...tiers.slice(0, -1), { up_to: '', value: '' }, ...tiers.slice(-1)])}
      >
        加一档
      </Quiet>
    </div>
  )
}

function AskFields({ ask, onChange }: { ask: Ask; onChange: (ask: Ask) => void }) {
  const { help: _, ...rest } = ask
  const { usual: __, ...kept } = ask
  return (
    <div className="rule-form">
      <Labelled label="问题">
        {(id) => (
          <Input
            id={id}
            autoFocus
            value={ask.ask}
            maxLength={80}
            placeholder="写成一句陈述，答“是”为满足"
            onChange={({ target }) => onChange({ ...ask, ask: target.value })}
          />
        )}
      </Labelled>
      <Labelled label="说明">
        {(id) => (
          <Input.TextArea
            id={id}
            value={ask.help ?? ''}
            maxLength={200}
            autoSize={{ minRows: 1, maxRows: 4 }}
            placeholder="怎样找到答案，比例怎样算"
            onChange={({ target }) => onChange({ ...rest, ...(target.value && { help: target.value }) })}
          />
        )}
      </Labelled>
      <Checkbox
        checked={ask.usual === true}
        onChange={({ target }) => onChange({ ...kept, ...(target.checked && { usual: true }) })}
      >
        多数企业都是这样（没有失信、足额缴费），或者要算过才知道：不请人一次答“否”
      </Checkbox>
      <Labelled label="代号">
        {(id) => (
          <Input
            id={id}
            className="rule-number"
            value={ask.key}
            onChange={({ target }) => onChange({ ...ask, key: target.value as Ask['key'] })}
          />
        )}
      </Labelled>
      <p className="rule-note">
        改措辞时不改代号，企业已经回答的就还在。和别的政策问同一句的，写那一篇的代号，企业只答一次。
      </p>
    </div>
  )
}
