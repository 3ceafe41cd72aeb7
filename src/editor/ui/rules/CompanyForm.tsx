import { useState } from 'react'
import { GOLDEN_DAY, readWrittenFacts } from '../../../lib/content/check/golden-company.ts'
import { readCompany } from '../../../lib/rules/eligibility/company.ts'
import { FACT_KEYS } from '../../../lib/rules/eligibility/facts.ts'
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
import { answerSchema, text, typedNumber, YES_NO } from './condition-schema.ts'
import type { WrittenCompany } from './GoldenTable.tsx'
import { asksOfRules, differences, type PolicyRules, readWorthText, worthText } from './golden.ts'
import { FormDrawer } from './parts.tsx'

interface Props {
  rules: PolicyRules
  base: Record<string, unknown>
  company: WrittenCompany | undefined
  isWrongCase: boolean
  onDone: (company: WrittenCompany) => void
  onCancel: () => void
}

const VERDICTS = Object.values(STATUS_WORDS)

/** Edits a golden company: its answers to the policy's questions, and what is expected of them. */
export function CompanyForm({ rules, base, company, isWrongCase, onDone, onCancel }: Props) {
  const last: Record<string, unknown> = { ...base, ...company?.facts }
  const [written, setWritten] = useState<Partial<WrittenCompany>>({
    ...company,
    ...(company?.worth !== undefined && { worth: worthText(company.worth) }),
    facts: last,
  })
  const questions = answersOf(rules)
  const answers = Object.fromEntries(
    Object.entries(written.facts ?? {}).map(([key, value]) => {
      const { type, format } = questions[key] ?? {}
      return [key, type === 'string' && !format && value !== last[key] ? typedNumber(value) : value]
    }),
  )
  const { facts, problems } = readWrittenFacts(answers)
  const judged = readCompany(facts, GOLDEN_DAY)
  const status = rules.program?.status(judged)
  const worth = rules.compiled && worthOf(rules.compiled, judged)
  const isMet = status === 'met'
  // The calculated verdict is the expected one, unless the editor changes it.
  const shown = {
    verdict: STATUS_WORDS[status ?? 'unknown'],
    ...(isWrongCase && { thought: STATUS_WORDS[isMet ? 'unmet' : 'met'] }),
    ...written,
  }
  const mistake = {
    thought: { title: '人们会以为', enum: VERDICTS },
    ...(!isMet && { decides: text('起决定作用的条件', 40, '条件里的几个字') }),
    why: text('为什么会看错', 120),
  }
  const schema: Described = {
    required: ['name', 'verdict', ...(isWrongCase ? Object.keys(mistake) : [])],
    properties: {
      name: text('名称', 60, '说出它的特点，例如 研究开发人员24%'),
      verdict: { title: '应为', enum: VERDICTS },
      ...(isWrongCase && mistake),
      worth: text('金额应为', 60, '如 40万/年，0 到 60万'),
      worked: text('手算', 200),
      facts: { title: '它的情况', type: 'object', isShown: true, properties: questions },
    },
  }
  const length = (field: 'name' | 'why' | 'decides') => written[field]?.trim().length ?? 0
  const [wrong] = problems
  const checks: [isMissing: boolean, words: string][] = [
    [length('name') === 0, '请写名称'],
    [wrong !== undefined, `${questions[wrong?.key ?? '']?.title ?? wrong?.key}：${wrong?.message}`],
    [isWrongCase && length('why') < 4, '请写为什么会看错'],
    [isWrongCase && !isMet && length('decides') < 2, '请写起决定作用的条件'],
  ]
  function finish() {
    const told = differences(base, answers)
    const said: Record<string, unknown> = {
      name: '',
      ...shown,
      ...(isMet && { decides: '' }),
      facts: Object.keys(told).length > 0 ? told : '',
      worth:
        company?.worth && shown.worth === worthText(company.worth)
          ? company.worth
          : readWorthText(`${shown.worth ?? ''}`.trim()),
    }
    const trimmed = Object.entries(said).map(([field, own]) => [
      field,
      typeof own === 'string' ? own.trim() : own,
    ])
    onDone(Object.fromEntries(trimmed.filter(([, own]) => own !== '')) as WrittenCompany)
  }
  const change = (changes: readonly Change[]) =>
    setWritten((now) => (changeData({ company: now }, changes) as { company: WrittenCompany }).company)
  return (
    <FormDrawer
      title={company ? `修改“${company.name}”` : '新的样本企业'}
      problem={checks.find(([isMissing]) => isMissing)?.[1] ?? null}
      note={`现在：${status ? STATUS_WORDS[status] : '条件还不完整'}${worth ? `，${worthWords(worth) || '金额待填'}` : ''}`}
      onCancel={onCancel}
      onDone={finish}
    >
      <FormContext value={{ problems: [], documents: [], sources: [], change }}>
        <Fields path={['company']} schema={schema} value={shown} />
      </FormContext>
    </FormDrawer>
  )
}

/** Returns the fields of all answers; those that the conditions and formulas need are open. */
function answersOf({ tree, benefit, compiled, rates }: PolicyRules): Record<string, Described> {
  const conditions = benefit?.steps.flatMap(({ is }) => conditionsOf(is)) ?? []
  const shared = rates.formulas.flatMap(({ is }) => conditionsOf(is))
  const asked = new Set<string>(
    [...(tree ? [tree] : []), ...conditions].flatMap((each) => [...questionsOf(each)]),
  )
  for (const key of (compiled && worthOf(compiled, readCompany({}, GOLDEN_DAY)).missing) ?? []) asked.add(key)
  return Object.fromEntries([
    ...FACT_KEYS.map((key) => [key, { ...answerSchema(key), isShown: asked.has(key) }]),
    ...[...asksOfRules({ tree, benefit }), ...shared.flatMap(asksOf)].map(({ key, ask }) => [
      key,
      { ...YES_NO, title: ask, isShown: asked.has(key) },
    ]),
    ...(benefit?.own ?? []).map(({ key, label, unit }) => [
      key,
      { ...text(`${label}（${unit}）`, 20), isShown: true },
    ]),
  ])
}
