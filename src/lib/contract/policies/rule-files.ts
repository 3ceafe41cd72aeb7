/**
 * The static files of 一键匹配 below /frontend/data. What a verdict needs is one small file; the words of the policies
 * come in files of WORDS_PER_FILE and are loaded for what is on the screen.
 */
import * as v from 'valibot'
import type { AskKey } from '../../rules/eligibility/asks.ts'
import { CERTIFICATE_KEYS, type Certificate } from '../../rules/eligibility/options.ts'
import { isPackedTree, type PackedTree } from '../../rules/eligibility/pack.ts'
import type { FactCondition } from '../../rules/eligibility/tree.ts'
import { NO_RATES, type PackedBenefit, type Rates } from '../../rules/worth/formula.ts'
import { timestamp } from '../list.ts'
import { supportAmount, writtenWindow } from './item.ts'
import { askKey } from './question.ts'

export const RULES_PATH = '/frontend/data/rules.jsonl'
export const TITLES_PATH = '/frontend/data/rules/titles.json'
/** So few that a result shown from ten thousand policies loads little beside what it shows. */
export const WORDS_PER_FILE = 10

export function wordsPath(file: number): string {
  return `/frontend/data/rules/words-${file}.json`
}

const pageId = v.pipe(v.number(), v.integer(), v.minValue(1))
const amount = v.pipe(v.number(), v.minValue(0))

/** What it means is checked where it is compiled. */
export const ruleFormula = v.custom<PackedBenefit>(
  (value) => typeof value === 'object' && value !== null && 'steps' in value && Array.isArray(value.steps),
)

const packedTree = v.custom<PackedTree>(isPackedTree, 'no packed tree')
/** What a condition means is checked where it is compiled. */
export const ruleCondition = v.custom<FactCondition>(
  (value) => typeof value === 'object' && value !== null && 'fact' in value,
)

/**
 * The first line of the rules. A line for each condition follows, then one for each formula, then one for each row: there
 * may be ten thousand, and whoever parsed them at once would hold the page.
 */
export const ruleHead = v.object({
  built_at: timestamp,
  /** Changes with the rules and with nothing else. */
  version: v.string(),
  /** How many lines are conditions. */
  conditions: v.pipe(v.number(), v.integer(), v.minValue(0)),
  /** How many lines after them are formulas. */
  formulas: v.pipe(v.number(), v.integer(), v.minValue(0)),
  /** Statements that are so for most companies. */
  usual: v.optional(v.array(askKey), []),
  /** What they mean is checked where they are compiled. */
  rates: v.optional(
    v.custom<Rates>((value) => typeof value === 'object' && value !== null && 'rates' in value),
    NO_RATES,
  ),
  originals: v.optional(v.record(v.picklist(CERTIFICATE_KEYS), pageId), {}),
})

/** The rules as the build makes them. */
export interface BuiltRules {
  built_at: string
  version: string
  /** Statements that are so for most companies. */
  usual: AskKey[]
  rates: Rates
  /** Which original says how a certificate is had, by page id. */
  originals: Partial<Record<Certificate, number>>
  conditions: readonly FactCondition[]
  /** What policies are worth, each formula once. */
  formulas: readonly PackedBenefit[]
  rows: readonly RuleRow[]
}

export function ruleLines({ conditions, formulas, rows, ...about }: BuiltRules): string {
  const head: v.InferOutput<typeof ruleHead> = {
    ...about,
    conditions: conditions.length,
    formulas: formulas.length,
  }
  return [head, ...conditions, ...formulas, ...rows].map((line) => `${JSON.stringify(line)}\n`).join('')
}

/**
 * Page id, tree, region, window as `writeWindow` writes it, worth in 元 (of a loan what is lent), excludes of both sides, and
 * the rate of tax that is left, in percent, by which the better of two that exclude each other is told;
 * 1 if the authority decides by judgement; the kind of support; the place of the formula of what it is worth; the
 * certificate that one gets by it.
 */
export const ruleRow = v.tuple([
  pageId,
  v.nullable(packedTree),
  v.pipe(v.string(), v.regex(/^\d{6}$/)),
  writtenWindow,
  v.nullable(v.tuple([amount, amount])),
  v.optional(v.array(pageId), []),
  v.optional(v.nullable(amount), null),
  v.optional(v.picklist([0, 1]), 0),
  v.optional(v.nullable(v.string()), null),
  v.optional(v.nullable(v.pipe(v.number(), v.integer(), v.minValue(0))), null),
  v.optional(v.nullable(v.picklist(CERTIFICATE_KEYS)), null),
])

export type RuleRow = v.InferOutput<typeof ruleRow>

const clause = v.object({
  article: v.string(),
  gist: v.exactOptional(v.string()),
  href: v.exactOptional(v.string()),
})

const asks = v.array(v.object({ ask: v.string(), key: askKey, help: v.exactOptional(v.string()) }))

const policyWords = v.object({
  id: pageId,
  /** Page id of the original, by which it is followed. */
  policy: v.exactOptional(pageId),
  title: v.string(),
  region_name: v.string(),
  department: v.exactOptional(v.string()),
  support: v.exactOptional(v.string()),
  amount: v.exactOptional(supportAmount),
  headline: v.exactOptional(v.string()),
  unmodelled: v.array(v.string()),
  /** 不可同时享受, each with the reason and which of the two is better. */
  rivals: v.array(
    v.object({ id: pageId, title: v.string(), reason: v.string(), advice: v.exactOptional(v.string()) }),
  ),
  /** In the order in which the tree is read. */
  clauses: v.array(v.nullable(clause)),
  asks: v.exactOptional(asks),
  /** Of the formula, in the order in which it is read. */
  benefit: v.exactOptional(
    v.object({
      steps: v.array(v.object({ name: v.string(), clause: v.exactOptional(clause) })),
      own: v.exactOptional(v.array(v.object({ label: v.string(), help: v.exactOptional(v.string()) }))),
      assumes: v.exactOptional(v.array(v.string())),
      trees: v.exactOptional(v.array(v.object({ clauses: v.array(v.nullable(clause)), asks }))),
    }),
  ),
  /** Why there is no formula. */
  unpriced: v.exactOptional(v.string()),
})

export type PolicyWords = v.InferOutput<typeof policyWords>

export const wordsFile = v.array(policyWords)

/** Page id and name of every policy, and its full title where that says more: found by both, for 为什么没有这条. */
export const titlesFile = v.array(v.tuple([pageId, v.string(), v.optional(v.string())]))

export type Titled = readonly [id: number, name: string, title?: string | undefined]
