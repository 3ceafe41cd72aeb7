/** A policy's benefit, as in front matter, the table of rates, the rules and the catalogue. */
import * as v from 'valibot'
import { ASK_NAME, type AskKey, isAskKey } from '../../rules/eligibility/asks.ts'
import { DERIVED, type DerivedKey } from '../../rules/eligibility/derived.ts'
import { type AnswerKey, FACT_KEYS, isFactKey } from '../../rules/eligibility/facts.ts'
import type { Tree } from '../../rules/eligibility/tree.ts'
import { OWN_UNITS, readLiteral } from '../../rules/worth/amounts.ts'
import {
  type Benefit,
  type Formula,
  type FormulaTier,
  LISTS,
  MONEY_KINDS,
  type MoneyKind,
  mapFormula,
  type OwnNumber,
  PERS,
  type Rates,
} from '../../rules/worth/formula.ts'
import { RETURN_LINES, type ReturnLine } from '../../rules/worth/income-tax.ts'
import { line } from '../text.ts'
import { clause, eligibilityTree, nameAsks, writtenTree } from './eligibility.ts'
import { askKey } from './question.ts'

const MAX_PARTS = 12
const MAX_DEPTH = 8
const MAX_STEPS = 8
const MAX_YEARS = 30

const literal = v.pipe(
  v.union([v.pipe(v.string(), v.maxLength(30)), v.number()]),
  v.check((written) => readLiteral(written) !== undefined, '带单位的数字，如 200万元、25%、6000元/人'),
)
const subject = v.picklist([...FACT_KEYS, ...(Object.keys(DERIVED) as DerivedKey[])], '没有这个问题或指标')
const name = line('名称', 24)
const years = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MAX_YEARS))

/** The notation of conditions and own numbers: names in front matter, whole keys on the wire. */
interface Writing {
  tree: v.GenericSchema<unknown, Tree>
  key: v.GenericSchema<unknown, AskKey>
}

const ownName = v.pipe(
  v.string(),
  v.check(
    (written) => ASK_NAME.test(written) || isAskKey(written),
    'own 里写了的名称：小写字母开头，只用小写字母、数字和下划线',
  ),
  v.transform((written) => written as AskKey),
)

const WRITTEN: Writing = { tree: writtenTree, key: ownName }
const CARRIED: Writing = { tree: eligibilityTree, key: askKey }

const none = v.custom<Formula>(
  () => false,
  `一个数字，或者下列之一：fact、own、rate、shared、step、${LISTS.join('、')}、tiers、when、phase、income_tax`,
)
const tooDeep = v.custom<Formula>(() => false, `公式最多套 ${MAX_DEPTH} 层`)

function formulaAt(depth: number, writing: Writing): v.GenericSchema<unknown, Formula> {
  return depth > MAX_DEPTH ? tooDeep : v.lazy((input) => shapeOf(input, depth, writing))
}

/** Selects the shape by the keys, so that an error names its place. */
function shapeOf(input: unknown, depth: number, writing: Writing): v.GenericSchema<unknown, Formula> {
  if (typeof input === 'string' || typeof input === 'number') return literal
  if (typeof input !== 'object' || input === null) return none
  const inner = formulaAt(depth + 1, writing)
  if ('fact' in input) return v.strictObject({ fact: subject })
  if ('own' in input) return v.strictObject({ own: writing.key })
  if ('rate' in input) return v.strictObject({ rate: name })
  if ('shared' in input) return v.strictObject({ shared: name })
  if ('step' in input) return v.strictObject({ step: name })
  // biome-ignore lint/suspicious/noThenProperty: a formula is no promise
  if ('when' in input) return v.strictObject({ when: writing.tree, then: inner, else: inner })
  if ('tiers' in input) return tiersWith(inner)
  if ('phase' in input) {
    const of = v.pipe(v.array(v.strictObject({ years, is: inner })), v.minLength(1), v.maxLength(MAX_PARTS))
    return v.strictObject({ phase: v.strictObject({ since: writing.key, of }) })
  }
  if ('income_tax' in input) return returnWith(inner)
  const kind = LISTS.find((each) => each in input)
  return kind ? listWith(kind, inner) : none
}

function tiersWith(inner: v.GenericSchema<unknown, Formula>): v.GenericSchema<unknown, Formula> {
  const tier: v.GenericSchema<unknown, FormulaTier> = v.strictObject({
    up_to: v.exactOptional(literal),
    below: v.exactOptional(literal),
    is: inner,
  })
  const of = v.pipe(v.array(tier), v.minLength(2), v.maxLength(MAX_PARTS))
  return v.strictObject({
    tiers: v.strictObject({ by: inner, of, kind: v.picklist(['whole', 'part']) }),
  })
}

function returnWith(inner: v.GenericSchema<unknown, Formula>): v.GenericSchema<unknown, Formula> {
  return v.strictObject({
    income_tax: v.pipe(
      v.strictObject({
        deducts: v.exactOptional(inner),
        exempts: v.exactOptional(inner),
        halves: v.exactOptional(inner),
        cuts: v.exactOptional(inner),
        small_cuts: v.exactOptional(inner),
        credits: v.exactOptional(inner),
      } satisfies Record<ReturnLine, unknown>),
      v.check((lines) => Object.keys(lines).length > 0, RETURN_LINES.join('、')),
    ),
  })
}

const PAIRS: readonly string[] = ['less', 'over', 'span']

function listWith(
  kind: (typeof LISTS)[number],
  inner: v.GenericSchema<unknown, Formula>,
): v.GenericSchema<unknown, Formula> {
  const most = PAIRS.includes(kind) ? 2 : MAX_PARTS
  const parts = v.pipe(
    v.array(inner),
    v.minLength(2, most === 2 ? '两项' : '至少两项'),
    v.maxLength(most, most === 2 ? '两项' : `最多 ${MAX_PARTS} 项`),
  )
  if (kind === 'span') return v.strictObject({ span: parts, why: v.exactOptional(line('原因', 40)) })
  const schema: v.GenericSchema<unknown, unknown> = v.strictObject({ [kind]: parts })
  return schema as v.GenericSchema<unknown, Formula>
}

const ownNumber = {
  label: line('名称', 30),
  unit: v.picklist(OWN_UNITS),
  help: v.exactOptional(line('说明', 200)),
  /** Above it the questionnaire asks for confirmation. */
  most: literal,
  least: v.exactOptional(literal),
}

const benefitWith = (writing: Writing) => ({
  money: v.picklist(Object.keys(MONEY_KINDS) as MoneyKind[]),
  exact: v.exactOptional(line('理由', 60)),
  per: v.picklist(PERS),
  years: v.exactOptional(years),
  steps: v.pipe(
    v.array(v.strictObject({ name, is: formulaAt(1, writing), clause: v.exactOptional(clause) })),
    v.minLength(1),
    v.maxLength(MAX_STEPS),
  ),
  tax: v.exactOptional(v.strictObject({ name, due: formulaAt(1, writing) })),
  assumes: v.exactOptional(v.pipe(v.array(line('假设', 40)), v.maxLength(6))),
})

const answerKey = v.custom<AnswerKey>((key) => typeof key === 'string' && (isFactKey(key) || isAskKey(key)))

/** As in the catalogue. `benefitValidator` checks the meaning of a formula. */
export const benefit: v.GenericSchema<unknown, Benefit> = v.strictObject({
  ...benefitWith(CARRIED),
  main: v.exactOptional(answerKey),
  own: v.exactOptional(v.array(v.strictObject({ key: askKey, ...ownNumber }))),
})

/** Limit of a policy's own numbers. */
const OWN_MAX = 2

/** As in front matter: own numbers by their names. `nameBenefit` gives them their keys. */
export const writtenBenefit: v.GenericSchema<unknown, Benefit> = v.pipe(
  v.strictObject({
    ...benefitWith(WRITTEN),
    main: v.exactOptional(v.union([v.picklist(FACT_KEYS), ownName])),
    own: v.exactOptional(
      v.pipe(v.record(ownName, v.strictObject(ownNumber)), v.maxEntries(OWN_MAX, `最多 ${OWN_MAX} 项`)),
    ),
  }),
  v.transform(({ own, ...rest }): Benefit => {
    if (!own) return rest
    const numbers = Object.entries(own) as [AskKey, Omit<OwnNumber, 'key'>][]
    return { ...rest, own: numbers.map(([key, number]) => ({ key, ...number })) }
  }),
)

/** Returns a written benefit with keys for its numbers and asks. `owner`: page id of the interpretation. */
export function nameBenefit({ own, main, steps, tax, ...rest }: Benefit, owner: `${number}`): Benefit {
  const named = <Key extends string>(key: Key) =>
    isFactKey(key) || isAskKey(key) ? key : (`${owner}.${key}` as const)
  const key = (written: AskKey) => named(written) as AskKey
  const when = (tree: Tree) => nameAsks(tree, owner)
  const mapping = { when, own: key }
  return {
    ...rest,
    ...(main !== undefined && { main: named(main) as AnswerKey }),
    ...(own && { own: own.map((number) => ({ ...number, key: key(number.key) })) }),
    steps: steps.map((step) => ({ ...step, is: mapFormula(step.is, mapping) })),
    ...(tax && { tax: { ...tax, due: mapFormula(tax.due, mapping) } }),
  }
}

const day = v.pipe(v.string(), v.isoDate())

/**
 * The table of rates. Asks in its formulas have whole keys, because they belong to no policy. `validateRates` checks the
 * meaning.
 */
export const rates: v.GenericSchema<unknown, Rates> = v.strictObject({
  rates: v.optional(
    v.array(
      v.strictObject({
        name,
        values: v.pipe(
          v.array(
            v.strictObject({
              from: day,
              value: literal,
              source: v.strictObject({
                name: line('来源', 60),
                url: v.exactOptional(v.pipe(v.string(), v.url())),
                article: v.exactOptional(line('条款', 40)),
              }),
              checked: v.exactOptional(day),
            }),
          ),
          v.minLength(1),
        ),
      }),
    ),
    [],
  ),
  formulas: v.optional(
    v.array(v.strictObject({ name, is: formulaAt(1, CARRIED), note: v.exactOptional(line('说明', 120)) })),
    [],
  ),
})
