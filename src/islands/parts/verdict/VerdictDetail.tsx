import type { FactKey } from '../../../lib/rules/eligibility/facts.ts'
import type { Verdict } from '../../../lib/rules/eligibility/verdict.ts'
import { ReasonList } from './ReasonList.tsx'

interface Props {
  verdict: Verdict
  onEdit?: (fact: FactKey) => void
}

/** Why a verdict is what it is, and what it does not speak of. */
export function VerdictDetail({ verdict: { reason, unmodelled, earliest }, onEdit }: Props) {
  return (
    <>
      {earliest && <p className="verdict-earliest">其他条件都已满足，{earliest} 起即可申报。</p>}
      {reason ? (
        <ReasonList reason={reason} onEdit={onEdit} />
      ) : (
        <p className="verdict-plain">这项政策的条件还不能自动判断，请对照解读和原文。</p>
      )}
      {unmodelled.length > 0 && (
        <div className="unmodelled">
          <h4>由主管部门判断，这里不作结论</h4>
          <ul>
            {unmodelled.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </div>
      )}
    </>
  )
}
