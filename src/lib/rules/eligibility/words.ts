import { formatNumber, moneyFigure } from '../text/format-number.ts'
import { derivedOf, isDerivedKey } from './derived.ts'
import { type FactKey, factOf, isFactKey } from './facts.ts'
import type { Subject } from './tree.ts'
import type { ConditionReason, Gap, Wait } from './verdict.ts'

export function labelOf(subject: Subject): string {
  return isDerivedKey(subject) ? derivedOf(subject).label : factOf(subject).label
}

export function reasonWords({ status, gap, wait, missing, condition }: ConditionReason): string | null {
  if ('ask' in condition) return ASK_WORDS[status]
  if (wait) return waitWords(wait)
  if (gap) return gapWords(gap)
  if (status !== 'unknown') return null
  if (missing.length > 0) return `请补充：${missing.filter(isFactKey).map(questionLabel).join('、')}`
  if (condition.fact === 'held_certificates') return LAPSING
  if (condition.fact === 'taxable_income') return BEFORE_RELIEFS
  if (condition.fact === 'size') return '所在行业没有列入划型标准，企业规模请向中小企业主管部门确认'
  const lacks = isDerivedKey(condition.fact) ? `现有信息算不出${labelOf(condition.fact)}` : '本站暂不能判断'
  return `${lacks}，请向主管部门确认`
}

/** For `checkCertificate`. */
const LAPSING =
  '证书还有效，但按您的回答已经不符合认定条件。复核后不符合的会被取消资格、追缴税款，请先向主管部门确认'

/** For `testIncome`. */
const BEFORE_RELIEFS = '填写的所得可能还没有减去加计扣除等优惠；减去以后没有超过的，符合这一条'

const ASK_WORDS = {
  met: null,
  unknown: '需要您确认',
  unmet: '您的回答是“否”，情况有变化时可以改',
}

export function gapWords({ side, missing, need, unit }: Gap): string {
  if (missing === '0') return `必须${side === 'short' ? '多于' : '少于'} ${amountWords(need, unit)}`
  return `${side === 'short' ? '还差' : '超出'} ${amountWords(missing, unit === '%' ? '个百分点' : unit)}`
}

/** 2027-03-01 满 1 年. The other conditions decide whether applications are possible from then on. */
export function waitWords({ months, from }: Wait): string {
  const period = months % 12 === 0 ? `${months / 12} 年` : `${months} 个月`
  return `${from} 满 ${period}`
}

function amountWords(amount: string, unit: string): string {
  if (unit !== '元') return `${formatNumber(Number(amount))} ${unit}`
  const figure = moneyFigure(Number(amount))
  return `${figure.number} ${figure.unit}`
}

/** Region and industry may have been answered, but too coarsely. */
function questionLabel(fact: FactKey): string {
  return fact === 'region' || fact === 'industry' ? `${labelOf(fact)}（尽量具体）` : labelOf(fact)
}
