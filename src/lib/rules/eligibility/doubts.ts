/**
 * Doubts that leave a policy 待确认 although all its conditions are met (behaviour B10.11), so that no tree repeats
 * them. A failed condition still fails. A doubt is one more condition, which no answer settles.
 */
import type { Company } from './company.ts'
import type { Program } from './compile.ts'
import type { FactKey } from './facts.ts'
import { UNJUDGED_KIND } from './options.ts'
import { isGroup, type PolicyRule, partsOf, type Tree } from './tree.ts'
import type { ConditionReason, GroupReason, Reason } from './verdict.ts'

/** 其他组织: hardly any text mentions them, and each has its own rules. */
const UNJUDGED: ConditionReason = {
  status: 'unknown',
  condition: {
    fact: 'kind',
    op: 'ne',
    value: UNJUDGED_KIND,
    clause: { article: '本站说明', gist: '本站暂不能判断“其他组织”能不能享受' },
  },
  rests: ['kind'],
  missing: [],
}

/** Lists that the text does not mention, though the notices of the year mostly do. */
const LISTED: ConditionReason = {
  status: 'unknown',
  condition: {
    fact: 'abnormal',
    op: 'eq',
    value: false,
    clause: {
      article: '本站说明',
      gist: '多数财政资金和政策性贷款不支持列入经营异常名录、严重失信名单的企业，本项原文没有查到这一条，申报前请核对',
    },
  },
  rests: ['abnormal', 'violations'],
  missing: [],
}

/** 奖补 and 贷款: money that is paid or lent. Tax relief follows from the law. */
const PAID: readonly unknown[] = ['奖补', '贷款']

type DoubtOf = (company: Company) => ConditionReason | undefined

/** Always doubts 其他组织, and companies on a list for money that is paid or lent if the tree has no such condition. */
function doubtsAbout({ eligibility, support }: Pick<PolicyRule, 'eligibility' | 'support'>): DoubtOf {
  const isListWatched = PAID.includes(support) && !asksFor(eligibility, ['abnormal', 'violations'])
  return ({ facts }) => {
    if (facts.kind === UNJUDGED_KIND) return UNJUDGED
    return isListWatched && (facts.abnormal || facts.violations) ? LISTED : undefined
  }
}

function asksFor(tree: Tree | null, keys: readonly FactKey[]): boolean {
  if (!tree) return false
  if (isGroup(tree)) return partsOf(tree).parts.some((part) => asksFor(part, keys))
  return 'fact' in tree && keys.some((key) => key === tree.fact)
}

export function withDoubts(
  rule: Pick<PolicyRule, 'eligibility' | 'support'>,
  { status, reason }: Program,
): Program {
  const doubtOf = doubtsAbout(rule)
  return {
    status: (company) => {
      const found = status(company)
      return found === 'met' && doubtOf(company) ? 'unknown' : found
    },
    reason: (company) => {
      const found = reason(company)
      const doubt = found.status === 'met' ? doubtOf(company) : undefined
      return doubt ? besides(found, doubt) : found
    },
  }
}

function besides(found: Reason, doubt: ConditionReason): GroupReason {
  const parts = 'parts' in found && found.need === found.parts.length ? found.parts : [found]
  return { status: 'unknown', need: parts.length + 1, met: parts.length, parts: [...parts, doubt] }
}
