import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import type { FactKey } from '../../lib/rules/eligibility/facts.ts'
import type { Status } from '../../lib/rules/eligibility/verdict.ts'
import type { Match } from '../../lib/stores/match/judge-rows.ts'
import { $wordsNotice, loadWords } from '../../lib/stores/match/rules.ts'
import { VerdictMark } from '../parts/verdict/VerdictMark.tsx'
import { PolicyCard } from './PolicyCard.tsx'
import { usePrinting } from './use-printing.ts'

const SHOWN_AT_ONCE = 10
export const PRINTED_AT_MOST = 50

const EMPTY: Record<Status, string> = {
  met: '还没有能确认符合的政策。把待确认的问题答完，可能就有了。',
  unknown: '没有待确认的政策，全部判断完了。',
  unmet: '没有不符合的政策。',
}

interface Props {
  status: Status
  match: Match
  onEdit: (fact: FactKey) => void
}

/** The policies with one verdict, ten at a time; on paper more at once. */
export function PolicyGroup({ status, match, onEdit }: Props) {
  const [limit, setLimit] = useState(SHOWN_AT_ONCE)
  const isPrinting = usePrinting()
  const notice = useStore($wordsNotice)
  const rows = match.groups[status]
  const shown = rows.slice(0, isPrinting ? PRINTED_AT_MOST : limit)
  useEffect(() => {
    loadWords(rows.slice(0, limit))
  }, [rows, limit])
  return (
    <section className="match-group" aria-labelledby={`match-${status}`}>
      <h3 id={`match-${status}`} tabIndex={-1}>
        <VerdictMark status={status} />
        <span>{rows.length} 条</span>
      </h3>
      {rows.length === 0 && <p className="match-empty">{EMPTY[status]}</p>}
      {notice && rows.length > 0 && (
        <p className="match-empty" role="alert">
          政策名称没有加载成功：{notice}
          <button type="button" className="match-link" onClick={() => loadWords(shown)}>
            重试
          </button>
        </p>
      )}
      <ul>
        {shown.map((row) => (
          <li key={row.id}>
            <PolicyCard row={row} status={status} match={match} onEdit={onEdit} />
          </li>
        ))}
      </ul>
      {isPrinting && rows.length > shown.length && (
        <p>另有 {rows.length - shown.length} 条没有打印，请在网上查看。</p>
      )}
      {rows.length > limit && (
        <button
          type="button"
          className="button match-more no-print"
          onClick={() => setLimit(limit + SHOWN_AT_ONCE)}
        >
          再看 {Math.min(SHOWN_AT_ONCE, rows.length - limit)} 条（还有 {rows.length - limit} 条）
        </button>
      )}
    </section>
  )
}
