import { Button, Input } from 'antd'
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
import { type Change, changeData } from '../../document.ts'
import type { Described } from '../../form-schema.ts'
import { FormContext } from '../form/form-context.ts'
import { Fields } from '../form/SchemaForm.tsx'
import type { WrittenCompany } from './GoldenTable.tsx'
import { differences, type PolicyRules, readWorthText, worthText } from './golden.ts'
import { FormDrawer } from './parts.tsx'

interface Props {
  rules: PolicyRules
  base: Record<string, unknown>
  /** Undefined: a new one. */
  company: WrittenCompany | undefined
  isWrongCase: boolean
  onDone: (company: WrittenCompany) => void
  onCancel: () => void
}

const VERDICTS = Object.values(STATUS_WORDS)
const text = (title: string, maxLength: number, description?: string): Described => ({
  ...{ title, type: 'string', maxLength },
  ...(description && { description }),
})

/** Returns the schema of a company's fields beside its answers. */
function schemaOf(isWrongCase: boolean, isMet: boolean): Described {
  const mistake = {
    thought: { title: '人们会以为', enum: VERDICTS },
    ...(!isMet && { decides: text('起决定作用的条件', 40, '条件里的几个字') }),
    why: text('为什么会看错', 120),
  }
  return {
    required: ['name', 'verdict', ...(isWrongCase ? Object.keys(mistake) : [])],
    properties: {
      name: text('名称', 60, '说出它的特点，例如 研究开发人员24%'),
      verdict: { title: '应为', enum: VERDICTS },
      ...(isWrongCase && mistake),
      worth: text('金额应为', 60, '如 40万/年，0 到 60万'),
      worked: text('手算', 200),
    },
  }
}

type Said = Record<'name' | 'verdict' | 'thought' | 'worth' | 'worked' | 'decides' | 'why', string>

/** Edits a golden company with the questionnaire: the policy's questions first, the others on demand. */
export function CompanyForm({ rules, base, company, isWrongCase, onDone, onCancel }: Props) {
  const [said, setSaid] = useState<Partial<Said>>(() => {
    const { worth: expected, facts: _, ...texts } = company ?? {}
    return { ...texts, ...(expected !== undefined && { worth: worthText(expected) }) }
  })
  const [answers, setAnswers] = useState<Record<string, unknown>>(() => ({ ...base, ...company?.facts }))
  const [isWhole, setWhole] = useState(false)
  const { facts, problems } = readWrittenFacts(answers)
  const keys = questionsOfRules(rules)
  const asked = isWhole ? [...new Set<AnswerKey>([...FACT_KEYS, ...keys])] : keys
  const judged = readCompany(facts, GOLDEN_DAY)
  const status = rules.program?.status(judged)
  const worth = rules.compiled && worthOf(rules.compiled, judged)
  const asks = asksOfRules(rules)
  const answer = (key: string, value: unknown) => setAnswers((now) => ({ ...now, [key]: value }))
  const change = (changes: readonly Change[]) =>
    setSaid((now) => (changeData({ company: now }, changes) as { company: Partial<Said> }).company)
  const isMet = status === 'met'
  // The calculated verdict is the expected one, unless the editor changes it.
  const verdict = said.verdict ?? STATUS_WORDS[status ?? 'unknown']
  const thought = said.thought ?? STATUS_WORDS[isMet ? 'unmet' : 'met']
  const length = (field: keyof Said) => said[field]?.trim().length ?? 0
  const checks: [isMissing: boolean, words: string][] = [
    [length('name') === 0, '请写名称'],
    [problems.length > 0, '请改正回答'],
    [isWrongCase && length('why') < 4, '请写为什么会看错'],
    [isWrongCase && !isMet && length('decides') < 2, '请写起决定作用的条件'],
  ]
  function finish() {
    const told = differences(base, answers)
    const texts = Object.entries({ ...said, ...(isMet && { decides: '' }) }).flatMap(([field, words]) =>
      typeof words === 'string' && words.trim() !== '' ? [[field, words.trim()]] : [],
    )
    const { worth: written, ...own }: Partial<Said> = Object.fromEntries(texts)
    onDone({
      name: '',
      ...own,
      ...(isWrongCase && { thought }),
      verdict,
      ...(Object.keys(told).length > 0 && { facts: told }),
      ...(written !== undefined && {
        worth:
          company?.worth && written === worthText(company.worth) ? company.worth : readWorthText(written),
      }),
    })
  }
  return (
    <FormDrawer
      title={company ? `修改“${company.name}”` : '新的样本企业'}
      problem={checks.find(([isMissing]) => isMissing)?.[1] ?? null}
      note={`现在：${status ? STATUS_WORDS[status] : '条件还不完整'}${worth ? `，${worthWords(worth) || '金额待填'}` : ''}`}
      onCancel={onCancel}
      onDone={finish}
    >
      <FormContext value={{ problems: [], documents: [], sources: [], change }}>
        <Fields
          path={['company']}
          schema={schemaOf(isWrongCase, isMet)}
          value={{ ...said, verdict, ...(isWrongCase && { thought }) }}
        />
      </FormContext>
      {asked.map((key) =>
        isFactKey(key) ? (
          <QuestionField
            key={key}
            fact={key}
            value={facts[key] === undefined ? answers[key] : facts[key]}
            onChange={(value) => answer(key, value)}
            problem={problemOf(problems, key)}
          />
        ) : (
          <fieldset key={key} className="question">
            <legend>{asks.get(key) ?? key}</legend>
            {rules.benefit?.own?.some((own) => own.key === key) ? (
              <Input
                aria-label={asks.get(key) ?? key}
                className="rule-number"
                value={String(answers[key] ?? '')}
                placeholder="30万"
                onChange={({ target }) => answer(key, target.value || undefined)}
              />
            ) : (
              <AskChoices
                label={asks.get(key) ?? key}
                value={answers[key]}
                onChange={(value) => answer(key, value)}
              />
            )}
          </fieldset>
        ),
      )}
      {!isWhole && (
        <Button type="link" onClick={() => setWhole(true)}>
          显示全部问题
        </Button>
      )}
    </FormDrawer>
  )
}

function problemOf(problems: readonly { key: string; message: string }[], key: string) {
  const found = problems.find((problem) => problem.key === key)
  return found && { severity: 'error' as const, message: found.message }
}

/** Returns the questions of the conditions and formulas in the order of the questionnaire, the policy's own last. */
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
