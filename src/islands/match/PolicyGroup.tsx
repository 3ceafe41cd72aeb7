import { useStore } from '@nanostores/react'
import { useEffect, useMemo, useState } from 'react'
import { isEmbedded } from '../../lib/browser/embedded.ts'
import type { FactKey } from '../../lib/rules/eligibility/facts.ts'
import { headWords, shortfallWords } from '../../lib/rules/eligibility/shortfalls.ts'
import { openConditions, type Status, type Verdict } from '../../lib/rules/eligibility/verdict.ts'
import { insteadOfVerdict } from '../../lib/rules/time/window-use.ts'
import { awaitsCertificate } from '../../lib/rules/worth/total.ts'
import { gainWords, leadOf, worthWords } from '../../lib/rules/worth/working.ts'
import type { Match, MatchRow } from '../../lib/stores/match/judge-rows.ts'
import { explain, reckon } from '../../lib/stores/match/match.ts'
import { $words, $wordsNotice, loadWords } from '../../lib/stores/match/rules.ts'
import { usePrinting } from '../kit/use-printing.ts'
import { FollowButton } from '../parts/follow/FollowButton.tsx'
import { AskField } from '../parts/question/AskField.tsx'
import { mostWords } from '../parts/verdict/best.ts'
import { PolicyHead } from '../parts/verdict/PolicyHead.tsx'
import { VerdictDetail } from '../parts/verdict/VerdictDetail.tsx'
import { VerdictMark } from '../parts/verdict/VerdictMark.tsx'
import { Working } from '../parts/verdict/Working.tsx'

const SHOWN_AT_ONCE = 10

export const PRINTED_AT_MOST = 50

const EMPTY: Record<Status, string> = {
  met: '暂无可确认符合的政策。回答待确认的问题后可能会有。',
  unknown: '没有待确认的政策，已全部判断。',
  unmet: '没有不符合的政策。',
}

export function groupId(status: Status): string {
  return `match-${status}`
}

interface PolicyGroupProps {
  status: Status
  rows: readonly MatchRow[]
  match: Match
  onEdit: (fact: FactKey) => void
}

/** The policies with one verdict, ten at a time; more at once on paper. */
export function PolicyGroup({ status, rows, match, onEdit }: PolicyGroupProps) {
  const [limit, setLimit] = useState(SHOWN_AT_ONCE)
  const isPrinting = usePrinting()
  const notice = useStore($wordsNotice)
  const words = useStore($words)
  const shown = rows.slice(0, isPrinting ? PRINTED_AT_MOST : limit)
  // Reserves space for loading words, not for failed ones.
  const named = notice ? shown.filter(({ id }) => words[id]) : shown
  useEffect(() => {
    loadWords(rows.slice(0, limit))
  }, [rows, limit])
  return (
    <section id={groupId(status)} className="match-group" aria-labelledby={`${groupId(status)}-title`}>
      <h3 id={`${groupId(status)}-title`} tabIndex={-1}>
        <VerdictMark status={status} />
        <span className="soft">{rows.length} 条</span>
      </h3>
      {rows.length === 0 && <p className="soft">{EMPTY[status]}</p>}
      {notice && rows.length > 0 && (
        <p className="soft" role="alert">
          政策名称加载失败：{notice}。
          <button type="button" className="link" onClick={() => loadWords(shown)}>
            重试
          </button>
        </p>
      )}
      <ul>
        {named.map((row) => (
          <li key={row.id}>
            <PolicyCard row={row} match={match} onEdit={onEdit} under={status} />
          </li>
        ))}
      </ul>
      {isPrinting && rows.length > shown.length && (
        <p>另有 {rows.length - shown.length} 条未打印，请在线查看。</p>
      )}
      {rows.length > limit && (
        <button
          type="button"
          className="button match-more no-print"
          onClick={() => setLimit(limit + SHOWN_AT_ONCE)}
        >
          加载更多（剩余 {rows.length - limit} 条）
        </button>
      )}
    </section>
  )
}

/** Ended policies that would have fitted: folded, and not counted. */
export function OverGroup({ match, onEdit }: Pick<PolicyGroupProps, 'match' | 'onEdit'>) {
  const [isOpen, setOpen] = useState(false)
  const shown = match.over.filter(({ row, status }) => status !== 'unmet' && row.window.kind !== 'law')
  useEffect(() => {
    if (isOpen) loadWords(shown.map(({ row }) => row))
  }, [isOpen, shown])
  if (shown.length === 0) return null
  return (
    <details className="match-group no-print" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>已到期，供参考（{shown.length} 条）</summary>
      {isOpen && (
        <ul>
          {shown.map(({ row }) => (
            <li key={row.id}>
              <PolicyCard row={row} match={match} onEdit={onEdit} />
            </li>
          ))}
        </ul>
      )}
    </details>
  )
}

interface PolicyCardProps {
  row: MatchRow
  match: Match
  onEdit: (fact: FactKey) => void
  /** The verdict already shown above the row. */
  under?: Status
}

/** One policy: figure, title, place, window; unfolded, every condition. */
function PolicyCard({ row, match, onEdit, under }: PolicyCardProps) {
  const [isOpen, setOpen] = useState(false)
  const isPrinting = usePrinting()
  const words = useStore($words)[row.id]
  const verdict = useMemo(() => words && explain(row, words, match), [row, words, match])
  const reckoned = useMemo(() => words && reckon(row, words, match), [row, words, match])
  if (!words || !verdict) return <div className="match-card match-card-waiting" />
  const { status } = verdict
  const worth = status !== 'unmet' ? reckoned?.worth : undefined
  const isAhead = awaitsCertificate(row.grants, match.facts)
  const { main } = row.benefit?.benefit ?? {}
  const hasMain = main !== undefined && match.facts[main] != null
  const rivals = status === 'met' ? words.rivals.filter(({ id }) => counts(match, id)) : []
  const leftOut = match.total.excluded.find(({ id }) => id === row.id)
  const gain = leftOut && gainWords(leftOut.gain)
  const line = shortReason(verdict)
  const over = insteadOfVerdict(row.window, match.today)
  // The heading has the verdict already, unless it was answered here since, or needs judgement.
  const isNews = !over && (status !== under || (status === 'met' && row.isJudged))
  return (
    <details
      className="match-card"
      open={isOpen || isPrinting}
      onToggle={(event) => !isPrinting && setOpen(event.currentTarget.open)}
    >
      <summary>
        <PolicyHead
          {...words}
          regionName={words.region_name}
          window={row.window}
          today={match.today}
          note={
            (isNews || over || line || worth) && (
              <span className="gist match-note">
                {over && <b>{over}</b>}
                {!over && worth && (
                  <b className="match-worth">
                    {row.benefit && leadOf(row.benefit.money, isAhead)}
                    {worthWords(worth) || (hasMain && mostWords(worth)) || '待填数计算'}
                  </b>
                )}
                {isNews && <VerdictMark status={status} isJudged={row.isJudged} />}
                {!over && line && <span>{line}</span>}
              </span>
            )
          }
        />
        {rivals.map(({ id, title, reason, advice }) => (
          <span key={id} className="soft match-rival">
            与“{title}”只算一项，
            {gain && leftOut.by.includes(id) ? `选“${title}”${gain}` : (advice ?? reason)}
            {row.benefit?.money === 'law' && leftOut && '，未计入合计'}
          </span>
        ))}
      </summary>
      {(isOpen || isPrinting) && (
        <div className="match-card-detail">
          {isOpen && reckoned && status !== 'unmet' && (
            <Working
              benefit={reckoned.benefit}
              grants={row.grants}
              facts={match.facts}
              today={match.today}
              onEdit={onEdit}
            />
          )}
          <VerdictDetail verdict={verdict} onEdit={onEdit} renderAsk={(ask) => <AskField ask={ask} />} />
          <p className="wrap match-card-links no-print">
            <a className="button" href={`/pmanagement/${row.id}`}>
              查看解读和办理步骤
            </a>
            {words.policy !== undefined && !isEmbedded() && (
              <FollowButton id={words.policy} title={words.title} />
            )}
          </p>
        </div>
      )}
    </details>
  )
}

function counts({ total: { taken, contested, excluded } }: Match, id: number): boolean {
  return taken.includes(id) || contested.includes(id) || excluded.some((each) => each.id === id)
}

/** Returns the reason in a few words: the needed change, or the number of unknowns. */
function shortReason({ status, reason, earliest }: Verdict): string | null {
  if (!reason) return '条件还不能自动判断，请对照原文'
  if (status === 'unmet') return earliest ? `${earliest} 起可申报` : shortfallWords(reason)
  if (status === 'met') return null
  const open = openConditions(reason)
  const missing = new Set(open.flatMap((line) => line.missing))
  if (missing.size > 0) return `待补充 ${missing.size} 项信息`
  return open[0] ? headWords(open[0]) : null
}
