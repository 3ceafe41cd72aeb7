import { Button, Drawer, Input } from 'antd'
import { useState } from 'react'
import { AskChoices } from '../../../islands/parts/question/AskField.tsx'
import { QuestionField } from '../../../islands/parts/question/QuestionField.tsx'
import { GOLDEN_DAY, readWrittenFacts } from '../../../lib/content/check/golden-company.ts'
import { readCompany } from '../../../lib/rules/eligibility/company.ts'
import { type AnswerKey, FACT_KEYS, isFactKey } from '../../../lib/rules/eligibility/facts.ts'
import { questionsOf } from '../../../lib/rules/eligibility/next-question.ts'
import { asksOf } from '../../../lib/rules/eligibility/tree.ts'
import { STATUS_WORDS } from '../../../lib/rules/eligibility/verdict.ts'
import { conditionsOf } from '../../../lib/rules/worth/formula.ts'
import { worthWords } from '../../../lib/rules/worth/working.ts'
import { worthOf } from '../../../lib/rules/worth/worth.ts'
import type { WrittenCompany } from './GoldenTable.tsx'
import { differences, type PolicyRules } from './golden.ts'
import { Labelled } from './parts.tsx'

interface Props {
  rules: PolicyRules
  base: Record<string, unknown>
  /** Undefined: a new one. */
  company: WrittenCompany | undefined
  isWrongCase: boolean
  onDone: (company: WrittenCompany) => void
  onCancel: () => void
}

/** A golden company by the questionnaire: what the policy asks comes first, the rest on demand. */
export function CompanyForm({ rules, base, company, isWrongCase, onDone, onCancel }: Props) {
  const [name, setName] = useState(company?.name ?? '')
  const [answers, setAnswers] = useState<Record<string, unknown>>(() => ({ ...base, ...company?.facts }))
  const [why, setWhy] = useState(company?.why ?? '')
  const [decides, setDecides] = useState(company?.decides ?? '')
  const [isWhole, setWhole] = useState(false)
  const { facts, problems } = readWrittenFacts(answers)
  const keys = questionsOfRules(rules)
  const asked = isWhole ? [...new Set<AnswerKey>([...FACT_KEYS, ...keys])] : keys
  const judged = readCompany(facts, GOLDEN_DAY)
  const status = rules.program?.status(judged)
  const worth = rules.compiled && worthOf(rules.compiled, judged)
  const set = (key: string, value: unknown) => setAnswers((now) => ({ ...now, [key]: value }))
  const asks = asksOfRules(rules)
  const isMet = status === 'met'
  const missing =
    name.trim() === ''
      ? '请写名称'
      : problems.length > 0
        ? '请改正回答'
        : isWrongCase && why.trim().length < 4
          ? '请写为什么'
          : isWrongCase && !isMet && decides.trim().length < 2
            ? '请写起决定作用的条件'
            : null
  function finish() {
    const { verdict = STATUS_WORDS[status ?? 'unknown'], ...rest } = company ?? {}
    const told = differences(base, company?.facts ?? {}, answers)
    const mistake = isWrongCase && {
      thought: company?.thought ?? STATUS_WORDS[isMet ? 'unmet' : 'met'],
      ...(!isMet && { decides: decides.trim() }),
      why: why.trim(),
    }
    const { facts: _, decides: __, ...others } = rest as Partial<WrittenCompany>
    onDone({
      ...others,
      ...mistake,
      name: name.trim(),
      verdict,
      ...(Object.keys(told).length > 0 && { facts: told }),
    })
  }
  return (
    <Drawer
      open
      size={560}
      title={company ? `修改“${company.name}”` : '新的样本企业'}
      onClose={onCancel}
      footer={
        <p className="rule-form-end">
          <span role="status">
            现在：{status ? STATUS_WORDS[status] : '条件还不完整'}
            {worth && `，${worthWords(worth) || '金额待填'}`}
          </span>
          <Button onClick={onCancel}>取消</Button>
          <Button type="primary" disabled={missing !== null} onClick={finish}>
            {missing ?? '确定'}
          </Button>
        </p>
      }
    >
      <Labelled label="名称">
        {(id) => (
          <Input
            id={id}
            autoFocus
            value={name}
            maxLength={60}
            placeholder="说出它的特点，例如 研究开发人员24%"
            onChange={(event) => setName(event.target.value)}
          />
        )}
      </Labelled>
      {asked.map((key) =>
        isFactKey(key) ? (
          <QuestionField
            key={key}
            fact={key}
            value={facts[key] === undefined ? answers[key] : facts[key]}
            onChange={(value) => set(key, value)}
            problem={problemOf(problems, key)}
          />
        ) : (
          <OwnQuestion
            key={key}
            title={asks.get(key) ?? key}
            isNumber={rules.benefit?.own?.some((own) => own.key === key) ?? false}
            value={answers[key]}
            onChange={(value) => set(key, value)}
          />
        ),
      )}
      {isWrongCase && !isMet && (
        <Labelled label="起决定作用的条件">
          {(id) => (
            <Input
              id={id}
              value={decides}
              maxLength={40}
              placeholder="条件里的几个字"
              onChange={(event) => setDecides(event.target.value)}
            />
          )}
        </Labelled>
      )}
      {isWrongCase && (
        <Labelled label="为什么会看错">
          {(id) => (
            <Input id={id} value={why} maxLength={120} onChange={(event) => setWhy(event.target.value)} />
          )}
        </Labelled>
      )}
      {!isWhole && (
        <Button type="link" onClick={() => setWhole(true)}>
          显示全部问题
        </Button>
      )}
    </Drawer>
  )
}

function problemOf(problems: readonly { key: string; message: string }[], key: string) {
  const found = problems.find((problem) => problem.key === key)
  return found && { severity: 'error' as const, message: found.message }
}

function OwnQuestion({
  title,
  isNumber,
  value,
  onChange,
}: {
  title: string
  isNumber: boolean
  value: unknown
  onChange: (value: unknown) => void
}) {
  return (
    <fieldset className="question">
      <legend>{title}</legend>
      {isNumber ? (
        <Input
          aria-label={title}
          className="rule-number"
          value={value === undefined || value === null ? '' : String(value)}
          placeholder="30万"
          onChange={({ target }) => onChange(target.value === '' ? undefined : target.value)}
        />
      ) : (
        <AskChoices label={title} value={value} onChange={onChange} />
      )}
    </fieldset>
  )
}

/** What its conditions and formulas ask for, in the order of the questionnaire, its own questions last. */
function questionsOfRules({ tree, benefit, compiled }: PolicyRules): AnswerKey[] {
  const trees = [...(tree ? [tree] : []), ...(benefit?.steps.flatMap(({ is }) => conditionsOf(is)) ?? [])]
  const asked = new Set<AnswerKey>(trees.flatMap((each) => [...questionsOf(each)]))
  for (const { key } of benefit?.own ?? []) asked.add(key)
  if (compiled) for (const key of worthOf(compiled, readCompany({}, GOLDEN_DAY)).missing) asked.add(key)
  return [...FACT_KEYS.filter((key) => asked.has(key)), ...[...asked].filter((key) => !isFactKey(key))]
}

function asksOfRules({ tree, benefit, rates }: PolicyRules): ReadonlyMap<string, string> {
  const trees = [
    ...(tree ? [tree] : []),
    ...[...(benefit?.steps ?? []), ...rates.source.formulas].flatMap(({ is }) => conditionsOf(is)),
  ]
  return new Map([
    ...trees.flatMap(asksOf).map(({ key, ask }) => [key, ask] as const),
    ...(benefit?.own ?? []).map(({ key, label, unit }) => [key, `${label}（${unit}）`] as const),
  ])
}
