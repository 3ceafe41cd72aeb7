import type { ReactNode } from 'react'
import { conditionWords } from '../../../lib/rules/eligibility/condition-words.ts'
import { type FactKey, factOf, isFactKey } from '../../../lib/rules/eligibility/facts.ts'
import type { Ask, Clause } from '../../../lib/rules/eligibility/tree.ts'
import type { ConditionReason, GroupReason, Reason, Verdict } from '../../../lib/rules/eligibility/verdict.ts'
import { reasonWords } from '../../../lib/rules/eligibility/words.ts'
import { VerdictMark } from './VerdictMark.tsx'
import './verdict.css'

interface VerdictDetailProps extends Ways {
  verdict: Verdict
}

interface Ways {
  onEdit?: ((fact: FactKey) => void) | undefined
  renderAsk?: ((ask: Ask) => ReactNode) | undefined
  /** The surrounding group is decided: its open asks need no answer. */
  isSettled?: boolean
}

export function VerdictDetail({ verdict, ...ways }: VerdictDetailProps) {
  const { reason, unmodelled, earliest } = verdict
  return (
    <>
      {earliest && <p className="verdict-earliest">其他条件都已满足，{earliest} 起即可申报。</p>}
      {reason ? (
        <ReasonList reason={reason} {...ways} isSettled={reason.status !== 'unknown'} />
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

function ReasonList({ reason, ...ways }: Ways & { reason: Reason }) {
  const parts = 'parts' in reason && reason.need === reason.parts.length ? reason.parts : [reason]
  return (
    <ul className="reasons">
      {parts.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the conditions of a policy keep their places.
        <li key={index}>
          {'parts' in part ? <Group reason={part} {...ways} /> : <Line reason={part} {...ways} />}
        </li>
      ))}
    </ul>
  )
}

function Group({ reason, onEdit, renderAsk, isSettled }: Ways & { reason: GroupReason }) {
  const { need, met, parts, status, clause } = reason
  // A met group offers no changes of its answers.
  const ways = {
    onEdit: status === 'met' ? undefined : onEdit,
    renderAsk,
    isSettled: isSettled || status !== 'unknown',
  }
  const rule = need === parts.length ? '全部满足' : `满足其中 ${need} 项`
  return (
    <>
      <div className="reason">
        <VerdictMark status={status} isBrief />
        <p>
          {clause?.gist ?? rule}
          <span className="reason-note">
            {clause?.gist && `${rule}；`}已确认满足 {met} 项
          </span>
        </p>
        <ClauseLink clause={clause} />
      </div>
      <ul className={`reasons reasons-inner reasons-of-${status}`}>
        {parts.map((part, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: as above.
          <li key={index}>
            {'parts' in part ? <Group reason={part} {...ways} /> : <Line reason={part} {...ways} />}
          </li>
        ))}
      </ul>
    </>
  )
}

function Line({ reason, onEdit, renderAsk, isSettled }: Ways & { reason: ConditionReason }) {
  const { status, condition, missing, rests } = reason
  const isNeeded = !('ask' in condition) || status !== 'unknown' || !isSettled
  const words = isNeeded ? reasonWords(reason) : null
  const asked = (missing.length > 0 ? missing : status === 'met' ? [] : rests).filter(isFactKey)
  return (
    <div className="reason">
      <VerdictMark status={status} isBrief />
      <div>
        <p>{'ask' in condition ? condition.ask : (condition.clause?.gist ?? conditionWords(condition))}</p>
        {'ask' in condition && isNeeded && condition.help && <p className="reason-help">{condition.help}</p>}
        {words && <p className={`reason-note reason-note-${status}`}>{words}</p>}
        {'ask' in condition && isNeeded && renderAsk?.(condition)}
        {onEdit && asked.length > 0 && (
          <p className="wrap reason-edits no-print">
            {asked.map((fact) => (
              <button key={fact} type="button" className="link" onClick={() => onEdit(fact)}>
                {missing.includes(fact) ? '填写' : '修改'}“{factOf(fact).label}”
              </button>
            ))}
          </p>
        )}
      </div>
      <ClauseLink clause={condition.clause} />
    </div>
  )
}

export function ClauseLink({ clause }: { clause: Clause | undefined }) {
  if (!clause) return null
  return clause.href ? (
    <a className="reason-clause" href={clause.href}>
      {clause.article}
    </a>
  ) : (
    <span className="reason-clause">{clause.article}</span>
  )
}
