import { useStore } from '@nanostores/react'
import { readCompany } from '../../lib/rules/eligibility/company.ts'
import { factOf } from '../../lib/rules/eligibility/facts.ts'
import { SIZES } from '../../lib/rules/eligibility/options.ts'
import { chinaDay } from '../../lib/rules/time/china-day.ts'
import { $reading } from '../../lib/stores/match/answers.ts'

/** 企业划型 as the answers have it, and what would make it sure. */
export function SizeNote() {
  const { facts } = useStore($reading)
  const { possible, missing } = readCompany(facts, chinaDay(new Date())).size
  const names = possible.map((size) => SIZES[size])
  const isKnown = names.length < Object.keys(SIZES).length
  return (
    <p className="match-size" role="status">
      <b>
        企业规模：{isKnown ? `${names.join('或')}${facts.kind === 'individual' ? '' : '企业'}` : '还不能判断'}
      </b>
      {missing.length > 0 && (
        <span>再填{missing.map((fact) => factOf(fact).label).join('、')}就更准确。</span>
      )}
      <span>按《中小企业划型标准规定》（工信部联企业〔2011〕300号）推算，以主管部门认定为准。</span>
    </p>
  )
}
