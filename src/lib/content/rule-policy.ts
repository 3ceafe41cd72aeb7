/** An interpretation in the form of 一键匹配's rules. */
import type { RulePolicy } from '../contract/policies/rule-files.ts'
import type { Tree } from '../rules/eligibility/tree.ts'
import { type Benefit, benefitOf } from '../rules/worth/formula.ts'
import { type Exclusions, rateOf, rivalsOf } from './exclusions.ts'
import { type Interpretation, windowOf } from './schema/documents.ts'

export function rulePolicy(data: Interpretation, exclusions: Exclusions): RulePolicy {
  const { id, region, window, support, grants, amount, unmodelled, eligibility } = data
  return {
    id,
    region,
    window: windowOf(window),
    support: support ?? null,
    grants: grants ?? null,
    excludes: rivalsOf(exclusions, id).map((rival) => rival.id),
    rate: rateOf(exclusions, id) ?? null,
    lent: support === '贷款' && amount?.unit === '元' ? amount.max : null,
    isJudged: unmodelled.length > 0,
    eligibility: withoutWords(eligibility),
    benefit: withoutWords(benefitOf(data)),
  }
}

const WORDS: readonly string[] = ['clause', 'help', 'why', 'usual', 'exact', 'assumes']
const NAMES: readonly string[] = ['ask', 'label']

/** Removes the words, which load separately for the visible policies. */
function withoutWords<Rule extends Tree | Benefit | undefined>(rule: Rule): Rule {
  if (!rule) return rule
  const text = JSON.stringify(rule, (key, value) =>
    WORDS.includes(key) ? undefined : NAMES.includes(key) ? '' : value,
  )
  return JSON.parse(text)
}
