/**
 * The static files of 一键匹配 below /frontend/data. One small file suffices for a verdict; the texts of the policies are in
 * files of WORDS_PER_FILE, which load for the visible part.
 */
import * as v from 'valibot'
import { CERTIFICATE_KEYS } from '../../rules/eligibility/options.ts'
import type { Tree } from '../../rules/eligibility/tree.ts'
import type { Benefit, Rates } from '../../rules/worth/formula.ts'
import { timestamp } from '../list.ts'
import { applicationWindow, supportAmount } from './item.ts'
import { askKey } from './question.ts'

export const RULES_PATH = '/frontend/data/rules.json'
/** Few, so that a result from two thousand policies loads little beyond what it shows. */
export const WORDS_PER_FILE = 10

export function wordsPath(file: number): string {
  return `/frontend/data/rules/words-${file}.json`
}

const pageId = v.pipe(v.number(), v.integer(), v.minValue(1))

// The compiler of the rules checks the meaning.
const isObject = (value: unknown) => typeof value === 'object' && value !== null
const tree = v.custom<Tree>(isObject)
const benefit = v.custom<Benefit>(isObject)

const rulePolicy = v.object({
  /** Page id of the interpretation. */
  id: pageId,
  region: v.pipe(v.string(), v.regex(/^\d{6}$/)),
  window: applicationWindow,
  /** 奖补, 减免, 贷款 and so on. */
  support: v.nullable(v.string()),
  /** The certificate that it grants. */
  grants: v.nullable(v.picklist(CERTIFICATE_KEYS)),
  /** 不可同时享受, on both sides. */
  excludes: v.array(pageId),
  /** The remaining tax rate, in percent: of two that exclude each other the lower is better. */
  rate: v.nullable(v.pipe(v.number(), v.minValue(0))),
  /** Maximum of a loan, 元; null without a loan. */
  lent: v.nullable(v.pipe(v.number(), v.minValue(0))),
  /** Whether the authority decides by judgement. */
  isJudged: v.boolean(),
  /** Without texts for people. Missing when the conditions have not been modelled. */
  eligibility: v.optional(tree),
  /** Without texts for people. Missing without a price. */
  benefit: v.optional(benefit),
})

export type RulePolicy = v.InferOutput<typeof rulePolicy>

export const rulesFile = v.object({
  built_at: timestamp,
  /** Changes with the rules only. */
  version: v.string(),
  /** Statements that hold for most companies. */
  usual: v.array(askKey),
  rates: v.custom<Rates>(isObject),
  policies: v.array(rulePolicy),
})

export type RulesFile = v.InferOutput<typeof rulesFile>

const policyWords = v.object({
  id: pageId,
  /** Page id of the original, for following. */
  policy: v.exactOptional(pageId),
  title: v.string(),
  region_name: v.string(),
  department: v.exactOptional(v.string()),
  support: v.exactOptional(v.string()),
  amount: v.exactOptional(supportAmount),
  headline: v.exactOptional(v.string()),
  unmodelled: v.array(v.string()),
  /** 不可同时享受, each with the reason and the better one of the two. */
  rivals: v.array(
    v.object({ id: pageId, title: v.string(), reason: v.string(), advice: v.exactOptional(v.string()) }),
  ),
  /** The tree and the formula of the rules, with their texts and the addresses of their clauses. */
  eligibility: v.exactOptional(tree),
  benefit: v.exactOptional(benefit),
  /** The questions of this policy alone, in both. */
  asks: v.exactOptional(
    v.array(v.object({ ask: v.string(), key: askKey, help: v.exactOptional(v.string()) })),
  ),
  unpriced: v.exactOptional(v.string()),
})

export type PolicyWords = v.InferOutput<typeof policyWords>

export const wordsFile = v.array(policyWords)

/** The name of a policy, and its full title if that differs: the page of comparisons finds by both. */
export interface Titled {
  id: number
  name: string
  title?: string
}
