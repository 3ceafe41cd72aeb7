import { readCompany } from '../../../lib/rules/eligibility/company.ts'
import { type Facts, factOf } from '../../../lib/rules/eligibility/facts.ts'
import { SIZES, UNJUDGED_KIND } from '../../../lib/rules/eligibility/options.ts'
import { chinaDay } from '../../../lib/rules/time/china-day.ts'
import './question.css'

/** Kinds whose size is written without 企业. */
const NO_FIRMS: readonly unknown[] = ['individual', 'cooperative', 'nonprofit', UNJUDGED_KIND]

export function SizeNote({ facts }: { facts: Facts }) {
  const { possible, missing } = readCompany(facts, chinaDay(new Date())).size
  const names = possible.map((size) => SIZES[size])
  const isKnown = names.length < Object.keys(SIZES).length
  const isOutside = !isKnown && missing.length === 0
  const noun = NO_FIRMS.includes(facts.kind) ? '' : '企业'
  return (
    <p className="soft question-size" role="status">
      <b>企业规模：{isKnown ? `${names.join('或')}${noun}` : isOutside ? '算不出' : '暂不能判断'}</b>
      {missing.length > 0 && (
        <span>再填{missing.map((fact) => factOf(fact).label).join('、')}就更准确。</span>
      )}
      <span>
        {isOutside
          ? '教育、卫生、金融等行业没有列入《中小企业划型标准规定》（工信部联企业〔2011〕300号），可参照其中的“其他未列明行业”，以中小企业主管部门的认定为准。'
          : '按《中小企业划型标准规定》（工信部联企业〔2011〕300号）推算，以中小企业主管部门的认定为准。'}
      </span>
    </p>
  )
}
