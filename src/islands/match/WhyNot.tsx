import { useStore } from '@nanostores/react'
import { useEffect, useId, useMemo, useState } from 'react'
import type { FactKey } from '../../lib/rules/eligibility/facts.ts'
import { STATUSES, type Status } from '../../lib/rules/eligibility/verdict.ts'
import { insteadOfVerdict } from '../../lib/rules/time/window-use.ts'
import type { Match, MatchRow } from '../../lib/stores/match/judge-rows.ts'
import { searchTitles } from '../../lib/stores/match/pick.ts'
import { $titles, loadTitles, loadWords } from '../../lib/stores/match/rules.ts'
import { VerdictMark } from '../parts/verdict/VerdictMark.tsx'
import { PolicyCard } from './PolicyGroup.tsx'

const SHOWN = 8

/** 为什么没有这条: any policy by its title, with its verdict and reasons. */
export function WhyNot({ match, onEdit }: { match: Match; onEdit: (fact: FactKey) => void }) {
  const id = useId()
  const titles = useStore($titles)
  const [query, setQuery] = useState('')
  const [chosen, setChosen] = useState<number | null>(null)
  const verdicts = useMemo(() => (titles ? verdictsOf(match) : null), [match, titles])
  const found = titles && query.trim() !== '' ? searchTitles(titles, query, SHOWN) : []
  const verdict = chosen === null ? undefined : verdicts?.get(chosen)
  useEffect(() => {
    if (verdict) loadWords([verdict.row])
  }, [verdict])
  return (
    <section className="match-why no-print" aria-labelledby={`${id}-title`}>
      <h3 id={`${id}-title`}>为什么没有这条？</h3>
      <label htmlFor={id}>输入政策名称中的几个字，查看符合或不符合的原因。</label>
      <input
        id={id}
        type="search"
        className="field"
        autoComplete="off"
        maxLength={60}
        placeholder="例如 高新技术企业"
        value={query}
        onFocus={loadTitles}
        onChange={(event) => {
          setQuery(event.target.value)
          setChosen(null)
        }}
      />
      <p className="visually-hidden" role="status">
        {query.trim() !== '' && titles ? `找到 ${found.length} 条` : ''}
      </p>
      {verdict ? (
        <PolicyCard row={verdict.row} match={match} onEdit={onEdit} startsOpen />
      ) : (
        <ul>
          {found.map(({ id: policy, name }) => {
            const known = verdicts?.get(policy)
            const over = known && insteadOfVerdict(known.row.window, match.today)
            return (
              <li key={policy}>
                <button type="button" onClick={() => setChosen(policy)}>
                  {over ? (
                    <b>{over}</b>
                  ) : (
                    known && <VerdictMark status={known.status} isJudged={known.row.isJudged} />
                  )}
                  <span>{name}</span>
                </button>
              </li>
            )
          })}
        </ul>
      )}
      {query.trim() !== '' && titles && found.length === 0 && (
        <p className="match-empty">
          没有找到。该政策可能尚未收录，可以
          <a href={`/search?q=${encodeURIComponent(query.trim())}`}>全站搜索</a>。
        </p>
      )}
    </section>
  )
}

function verdictsOf({ groups, over }: Match): Map<number, { row: MatchRow; status: Status }> {
  const grouped = STATUSES.flatMap((status) => groups[status].map((row) => ({ row, status })))
  return new Map([...grouped, ...over].map((each) => [each.row.id, each]))
}
