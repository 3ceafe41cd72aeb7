/** The form's schemas of conditions and answers: what a fact can be compared with. */
import { readThreshold } from '../../../lib/rules/eligibility/decimal.ts'
import { DERIVED, derivedOf, isDerivedKey } from '../../../lib/rules/eligibility/derived.ts'
import { FACT_KEYS, type FactKey, factOf } from '../../../lib/rules/eligibility/facts.ts'
import { CERTIFICATES, SIZES } from '../../../lib/rules/eligibility/options.ts'
import type { FactCondition, Operator, Subject } from '../../../lib/rules/eligibility/tree.ts'
import { labelOf } from '../../../lib/rules/eligibility/words.ts'
import type { Described } from '../../form-schema.ts'
import type { GroupKind } from './tree-moves.ts'

export type Written = Record<string, unknown>

type Sort = 'choice' | 'yesno' | 'figure' | 'date' | 'age' | 'place'

const WORDS: Record<Sort, Partial<Record<Operator, string>>> = {
  choice: { in: '是其中之一', not_in: '不是其中任何一个', eq: '是', ne: '不是' },
  yesno: { eq: '是' },
  figure: {
    gte: '不少于',
    lte: '不超过',
    gt: '多于',
    lt: '少于',
    between: '在两者之间',
    eq: '正好是',
    ne: '不是',
  },
  date: { gte: '不早于', lte: '不晚于', gt: '晚于', lt: '早于', between: '在两天之间', eq: '正好是' },
  age: { gte: '满', lt: '不满', gt: '超过', lte: '不超过', between: '在两者之间' },
  place: { within: '在', not_within: '不在' },
}
export const YES_NO: Described = {
  enum: [true, false, null],
  labels: { true: '是', false: '否', null: '不清楚' },
}
export const CLAUSE: Described = { title: '依据', input: 'clause' }
export const text = (title: string, maxLength: number, description = ''): Described => ({
  ...{ title, type: 'string', maxLength, description },
})
const SUBJECTS: readonly Subject[] = [...FACT_KEYS, ...(Object.keys(DERIVED) as (keyof typeof DERIVED)[])]

function sortOf(subject: Subject): Sort {
  if (subject === 'region' || subject === 'industry') return 'place'
  const kind = isDerivedKey(subject) ? derivedOf(subject).kind : factOf(subject).kind
  if (kind === 'boolean') return 'yesno'
  if (kind === 'date' || kind === 'age') return kind
  return kind === 'choice' || kind === 'multi' || kind === 'size' || kind === 'held' ? 'choice' : 'figure'
}

function choicesOf(subject: Subject): Described {
  const held = subject === 'held_certificates' ? CERTIFICATES : undefined
  const options =
    subject === 'size' ? SIZES : (held ?? (isDerivedKey(subject) ? {} : factOf(subject).options))
  return { enum: Object.keys(options ?? {}), labels: options ?? {} }
}

const subjectOf = (title: string, subjects: readonly Subject[]): Described => ({
  ...{ title, enum: [...subjects] },
  labels: Object.fromEntries(subjects.map((key) => [key, labelOf(key)])),
})

const figureOf = (title: string, subject: Subject): Described => ({
  ...text(title, 20),
  unit: (isDerivedKey(subject) ? derivedOf(subject) : factOf(subject)).unit ?? '',
})

function comparedWith(subject: Subject, op: Operator): Described {
  const title = '与什么比较'
  const sort = sortOf(subject)
  if (sort === 'yesno') return { title, enum: [true, false], labels: { true: '是', false: '否' } }
  if (sort === 'place') return { title, type: 'array', items: { input: subject } }
  if (sort === 'choice') {
    const choices = choicesOf(subject)
    return op === 'eq' || op === 'ne' ? { title, ...choices } : { title, type: 'array', items: choices }
  }
  const one: Described =
    sort === 'date' ? { title, type: 'string', format: 'date' } : figureOf(title, subject)
  return op === 'between' ? { title, type: 'array', prefixItems: [one, one] } : one
}

export function answerSchema(fact: FactKey): Described {
  const { kind, label: title } = factOf(fact)
  if (kind === 'region' || kind === 'industry') return { title, input: kind }
  if (kind === 'multi') return { title, type: 'array', items: choicesOf(fact) }
  return { ...(kind === 'boolean' ? YES_NO : comparedWith(fact, 'eq')), title }
}

export function factSchema({
  fact,
  op,
  by,
  tiers,
}: Partial<Extract<FactCondition, { by: unknown }>>): Described {
  const first = subjectOf('按什么判断', SUBJECTS)
  if (!fact || !op) return { required: ['fact'], properties: { fact: first } }
  const sort = sortOf(fact)
  const figures = SUBJECTS.filter((subject) => sortOf(subject) === 'figure')
  const tier: Described = {
    type: 'object',
    required: ['value'],
    properties: {
      up_to: figureOf('不超过', by ?? fact),
      below: figureOf('不到', by ?? fact),
      value: figureOf(`${WORDS.figure[op] ?? ''}多少`, fact),
    },
  }
  return {
    required: ['fact', 'op', ...(tiers ? ['by', 'tiers'] : ['value'])],
    properties: {
      fact: first,
      ...(sort !== 'yesno' && {
        op: { title: '怎样比较', enum: Object.keys(WORDS[sort]), labels: WORDS[sort] },
      }),
      ...(tiers ? { by: subjectOf('按什么分档', figures) } : { value: comparedWith(fact, op) }),
      ...(sort === 'figure' && {
        tiers: {
          title: '分档',
          description: '要求的数按另一个数分档；最后一档只写要求',
          type: 'array',
          items: tier,
        },
      }),
      clause: CLAUSE,
    },
  }
}

export const ASK: Described = {
  required: ['ask', 'key'],
  properties: {
    ask: text('问题', 80, '写成一句陈述，答“是”为满足'),
    help: text('说明', 200, '怎样找到答案，比例怎样算'),
    key: text(
      '代号',
      40,
      '改措辞时不改，企业已经回答的就还在；和别的政策问同一句的，写那一篇的代号，企业只答一次',
    ),
    usual: {
      title: '多数企业都是这样（没有失信、足额缴费），或者要算过才知道：不请人一次答“否”',
      type: 'boolean',
    },
    clause: CLAUSE,
  },
}

export const KIND_WORDS: Record<GroupKind, string> = { all: '全部满足', any: '满足一项', of: '满足几项' }

export const groupSchema = (kind: unknown, count: number): Described => ({
  required: ['kind', 'need'],
  properties: {
    kind: { title: '怎样算满足', enum: Object.keys(KIND_WORDS), labels: KIND_WORDS },
    ...(kind === 'of' && { need: { title: '至少几项', type: 'integer', unit: `/ ${count} 项` } }),
    clause: CLAUSE,
  },
})

/** A number as people type it: 300万 stays, 1,000 becomes 1000. */
export function typedNumber(value: unknown): unknown {
  if (typeof value !== 'string') return value
  const plain = value
    .normalize('NFKC')
    .replace(/[,\s]/g, '')
    .replace(/[元人件年%]$/, '')
  return String(Number(plain)) === plain && readThreshold(Number(plain)) !== undefined ? Number(plain) : plain
}

const LISTS: readonly unknown[] = ['between', 'in', 'not_in', 'within', 'not_within']

/** Returns the condition with the consequences of a change: another fact resets the comparison. */
export function settleCondition(last: Written, next: Written): Written {
  const { fact, op, value, tiers } = next as {
    fact?: Subject
    op?: Operator
    value?: unknown
    tiers?: object[]
  }
  if (!fact) return next
  const sort = sortOf(fact)
  if (fact !== last['fact']) {
    const [first] = Object.keys(WORDS[sort])
    return { fact, op: first, ...(sort === 'yesno' && { value: true }) }
  }
  if (tiers && !last['tiers']) {
    return { fact, op, by: 'revenue', tiers: [{ up_to: '5000万', value: '' }, { value: '' }] }
  }
  const isBegun = tiers
    ? true
    : last['tiers'] === undefined && LISTS.includes(op) === LISTS.includes(last['op'])
  if (!isBegun) return { fact, op, ...(op === 'between' && { value: ['', ''] }) }
  if (sort !== 'figure' && sort !== 'age') return next
  const read = (own: object) =>
    Object.fromEntries(Object.entries(own).map(([key, written]) => [key, typedNumber(written)]))
  return {
    ...next,
    ...(value !== undefined && { value: Array.isArray(value) ? value.map(typedNumber) : typedNumber(value) }),
    ...(tiers && { tiers: tiers.map(read) }),
  }
}
