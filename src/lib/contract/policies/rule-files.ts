/**
 * The static files of 一键匹配 below /frontend/data. What a verdict needs is one small file; the words of the policies
 * come in files of WORDS_PER_FILE and are loaded for what is on the screen.
 */
import * as v from 'valibot'
import { CERTIFICATE_KEYS } from '../../rules/eligibility/options.ts'
import type { Tree } from '../../rules/eligibility/tree.ts'
import type { Benefit, Rates } from '../../rules/worth/formula.ts'
import { timestamp } from '../list.ts'
import { applicationWindow, supportAmount } from './item.ts'
import { askKey } from './question.ts'

export const RULES_PATH = '/frontend/data/rules.json'
export const TITLES_PATH = '/frontend/data/rules/titles.json'
/** So few that a result shown from two thousand policies loads little beside what it shows. */
export const WORDS_PER_FILE = 10

export function wordsPath(file: number): string {
  return `/frontend/data/rules/words-${file}.json`
}

const pageId = v.pipe(v.number(), v.integer(), v.minValue(1))

// What these mean is checked where they are compiled.
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
  /** The certificate that one gets by it. */
  grants: v.nullable(v.picklist(CERTIFICATE_KEYS)),
  /** 不可同时享受, of both sides. */
  excludes: v.array(pageId),
  /** The rate of tax that is left, in percent: the lower is the better of two that exclude each other. */
  rate: v.nullable(v.pipe(v.number(), v.minValue(0))),
  /** What is lent at most, 元; null where nothing is. */
  lent: v.nullable(v.pipe(v.number(), v.minValue(0))),
  /** Whether the authority decides by judgement. */
  isJudged: v.boolean(),
  /** Without what only people read. Missing: the conditions have not been modelled. */
  eligibility: v.optional(tree),
  /** Without what only people read. Missing: it has no price. */
  benefit: v.optional(benefit),
})

export type RulePolicy = v.InferOutput<typeof rulePolicy>

export const rulesFile = v.object({
  built_at: timestamp,
  /** Changes with the rules and with nothing else. */
  version: v.string(),
  /** Statements that are so for most companies. */
  usual: v.array(askKey),
  rates: v.custom<Rates>(isObject),
  /** Which original says how a certificate is had, by page id. */
  originals: v.record(v.picklist(CERTIFICATE_KEYS), pageId),
  policies: v.array(rulePolicy),
})

export type RulesFile = v.InferOutput<typeof rulesFile>

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
  /** The tree and the formula of the rules, with their words and the addresses of their clauses. */
  eligibility: v.exactOptional(tree),
  benefit: v.exactOptional(benefit),
  /** The questions of this policy alone, in both. */
  asks: v.exactOptional(
    v.array(v.object({ ask: v.string(), key: askKey, help: v.exactOptional(v.string()) })),
  ),
  /** Why there is no formula. */
  unpriced: v.exactOptional(v.string()),
})

export type PolicyWords = v.InferOutput<typeof policyWords>

export const wordsFile = v.array(policyWords)

/** The name of every policy, and its full title where that says more: found by both, for 为什么没有这条. */
export const titlesFile = v.array(v.object({ id: pageId, name: v.string(), title: v.optional(v.string()) }))

export type Titled = v.InferOutput<typeof titlesFile>[number]
