import { useStore } from '@nanostores/react'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import type { FactKey } from '../../lib/rules/eligibility/facts.ts'
import { moneyFigure, worthFigure } from '../../lib/rules/text/format-number.ts'
import { windowWords } from '../../lib/rules/time/application-window.ts'
import { type Combination, YEARS } from '../../lib/rules/worth/combination.ts'
import { isOpen as isOpenEnd } from '../../lib/rules/worth/range.ts'
import { gainWords, toNumber, worthWords } from '../../lib/rules/worth/working.ts'
import type { Match, MatchRow } from '../../lib/stores/match/judge-rows.ts'
import { reckon } from '../../lib/stores/match/match.ts'
import { $words, loadWords } from '../../lib/stores/match/rules.ts'
import { Working } from '../parts/worth/Working.tsx'

interface Priced {
  row: MatchRow
  /** As drawn: 元; `to` of what has no upper end is what it is at least. */
  from: number
  to: number
  isOpen: boolean
  /** A number is missing on which all of it rests. */
  isUnfilled: boolean
}

/** Rows that are seen at once: the three that are worth most. */
const SHOWN = 3

/** What the answers come to in a year: a range, what it is made of, and what is not in it. */
export function Total({ match, onEdit }: { match: Match; onEdit: (fact: FactKey) => void }) {
  const { total, groups } = match
  const taken = useMemo(() => bestOf(match, total), [match, total])
  const priced = taken.filter(({ to, isUnfilled }) => to > 0 && !isUnfilled)
  const open = taken.filter(({ isUnfilled }) => isUnfilled)
  const figure = figureOf(priced)
  const possible = useMemo(() => mostOf(match, match.possible), [match])
  const isMore = possible > sumOf(priced, 'to')
  const most = Math.max(...priced.map(({ to }) => to))
  useEffect(() => {
    loadWords(priced.slice(0, SHOWN).map(({ row }) => row))
  }, [priced])
  const rows = (shown: readonly Priced[]) => (
    <ol className="worth-rows">
      {shown.map((each) => (
        <PricedRow key={each.row.id} priced={each} most={most} match={match} onEdit={onEdit} />
      ))}
    </ol>
  )
  return (
    <>
      <div className="match-total">
        <p className="figure hero">
          <span className="lead">{figure?.isOpen ? '今年至少可得' : '今年可得'}</span>
          {figure && priced.length > 0 ? (
            <span className="sum match-sum">
              <b>{figure.number}</b>
              <i>{figure.unit}</i>
            </span>
          ) : (
            <span className="sum word">
              <b>
                {open.length > 0 ? '填几个数就能算' : groups.unknown.length > 0 ? '再答几题就能算' : '0 元'}
              </b>
            </span>
          )}
        </p>
        <Kinds priced={priced} />
        <ul className="match-besides">
          {isMore && <li>待确认的也都符合的话，已经能算的合计最高 {moneyWords(possible)}</li>}
          <Besides match={match} />
        </ul>
      </div>
      <div className="match-working">
        {priced.length > 0 && rows(priced.slice(0, SHOWN))}
        <div className="worth-folds">
          {priced.length > SHOWN && (
            <Fold label={`另外 ${priced.length - SHOWN} 项`} ids={idsOf(priced.slice(SHOWN))} match={match}>
              {rows(priced.slice(SHOWN))}
            </Fold>
          )}
          {open.length > 0 && (
            <Fold label={`还有 ${open.length} 项填了数就能算`} act="填一项" ids={idsOf(open)} match={match}>
              {rows(open)}
            </Fold>
          )}
          <LeftOut match={match} />
          <Unpriced match={match} />
        </div>
      </div>
    </>
  )
}

function idsOf(priced: readonly Priced[]): number[] {
  return priced.map(({ row }) => row.id)
}

interface FoldProps {
  label: string
  act?: string
  /** Whose words are needed once it is open. */
  ids: readonly number[]
  match: Match
  children: ReactNode
}

function Fold({ label, act, ids, match: { groups }, children }: FoldProps) {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    const wanted = new Set(ids)
    if (isOpen) loadWords(groups.met.filter(({ id }) => wanted.has(id)))
  }, [isOpen, ids, groups])
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="worth-fold">
        {label} {act && <span className="worth-fill">{act}</span>}
      </summary>
      {isOpen && children}
    </details>
  )
}

/** What a combination takes, the most valuable first. */
function bestOf({ groups, worths, unfilled }: Match, { taken }: Combination): Priced[] {
  const ids = new Set(taken)
  return groups.met
    .flatMap((row): Priced[] => {
      const range = worths.get(row.id)?.[0]
      if (!range || !ids.has(row.id)) return []
      const isOpen = isOpenEnd(range.high)
      const [from, to] = [toNumber(range.low), toNumber(isOpen ? range.low : range.high)]
      return [{ row, isOpen, from, to, isUnfilled: unfilled.has(row.id) }]
    })
    .sort((a, b) => b.to - a.to)
}

/** What a combination may come to, without what a number is still missing for; of thousands. */
function mostOf({ worths, unfilled }: Match, { taken }: Combination): number {
  const ranges = taken.flatMap((id) => (unfilled.has(id) ? [] : (worths.get(id)?.[0] ?? [])))
  const ends = ranges.map(({ low, high }) => toNumber(isOpenEnd(high) ? low : high))
  // In the order of `bestOf`, so that the same summands come to the same sum.
  return ends.sort((a, b) => b - a).reduce((sum, end) => sum + end, 0)
}

/** Without what a number is still missing for. */
function sumOf(priced: readonly Priced[], end: 'from' | 'to'): number {
  return priced.reduce((sum, each) => (each.isUnfilled ? sum : sum + each[end]), 0)
}

function figureOf(priced: readonly Priced[]) {
  return worthFigure(sumOf(priced, 'from'), priced.some(({ isOpen }) => isOpen) ? null : sumOf(priced, 'to'))
}

/** 不可同时享受: what gave way, to what, and what that means this year and later. */
function LeftOut({ match }: { match: Match }) {
  const { excluded, later, exact } = match.total
  const words = useStore($words)
  const ids = useMemo(
    () => [...excluded.flatMap(({ id, by }) => [id, ...by]), ...(later?.taken ?? [])],
    [excluded, later],
  )
  if (excluded.length === 0) return null
  const name = (id: number) => words[id]?.title ?? ''
  return (
    <Fold label={`${excluded.length} 项不能同时享受`} ids={ids} match={match}>
      <ul className="worth-left">
        {excluded.map(({ id, by, gains }) => (
          <li key={id}>
            选 <b>{by.map(name).join('、')}</b>，而不是 <b>{name(id)}</b>
            {'：'}
            {gainWords(gains) ?? '两项只能选一项'}
          </li>
        ))}
        {later && (
          <li>
            按 {YEARS} 年合计，这样选更多：
            {later.taken
              .filter((id) => ids.includes(id))
              .map(name)
              .join('、')}
          </li>
        )}
        {!exact && <li>组合较多，可能有更优的选择。</li>}
      </ul>
    </Fold>
  )
}

/** What is met and has no formula, with the reason. */
function Unpriced({ match }: { match: Match }) {
  const { groups, total } = match
  const words = useStore($words)
  const rows = useMemo(() => {
    const ids = new Set(total.unpriced)
    return groups.met.filter(({ id, support }) => ids.has(id) && (support === '减免' || support === '奖补'))
  }, [groups, total])
  const ids = useMemo(() => rows.map(({ id }) => id), [rows])
  if (rows.length === 0) return null
  return (
    <Fold label={`${rows.length} 项没有公式，不计入`} ids={ids} match={match}>
      <ul className="worth-left">
        {ids.map((id) => (
          <li key={id}>
            <b>{words[id]?.title}</b>：{words[id]?.unpriced ?? '金额由主管部门核定'}
          </li>
        ))}
      </ul>
    </Fold>
  )
}

/** What each kind of support brings of it. */
const KINDS = [
  ['减免', '少缴'],
  ['奖补', '奖补'],
] as const

/** One rod a kind, each with its sum. */
function Kinds({ priced }: { priced: readonly Priced[] }) {
  const sums = KINDS.map(([support, lead]) => {
    const of = priced.filter(({ row }) => row.support === support)
    return { support, lead, from: sumOf(of, 'from'), to: sumOf(of, 'to'), figure: figureOf(of) }
  }).filter(({ to }) => to > 0)
  const most = Math.max(...sums.map(({ to }) => to))
  // One kind alone is the total again.
  if (sums.length < 2) return null
  return (
    <ul className="worth-kinds">
      {sums.map(({ support, lead, from, to, figure }) => (
        <li key={support}>
          <span>{lead}</span>
          <WorthRod from={from} to={to} most={most} />
          <span>
            {figure?.isOpen && '至少 '}
            {figure?.number} {figure?.unit}
          </span>
        </li>
      ))}
    </ul>
  )
}

/** Filled as far as it is sure, pale up to what it may be. */
function WorthRod({ from, to, most }: { from: number; to: number; most: number }) {
  const length = most === 0 ? 0 : Math.max(1, (to / most) * 100)
  return (
    <span className="worth-rod">
      <svg width={`${length}%`} height={16} aria-hidden="true">
        <rect width="100%" height="16" className="worth-may" />
        <rect width={`${to === 0 ? 0 : (from / to) * 100}%`} height="16" className="worth-sure" />
      </svg>
    </span>
  )
}

interface PricedRowProps {
  priced: Priced
  /** The longest rod of the list: 元. */
  most: number
  match: Match
  onEdit: (fact: FactKey) => void
}

/** One policy: what it is worth, how that comes about in one line, and by when; unfolded, the whole calculation. */
function PricedRow({
  priced: { row, from, to, isUnfilled: isOpenSum },
  most,
  match,
  onEdit,
}: PricedRowProps) {
  const words = useStore($words)[row.id]
  const [isOpen, setOpen] = useState(false)
  const reckoned = useMemo(() => words && reckon(row, words, match), [row, words, match])
  if (!words || !reckoned) return <li className="worth-waiting" />
  const { benefit, lines, worth } = reckoned
  const last = lines.at(-1)
  const { detail } = windowWords(row.window, match.today)
  return (
    <li>
      <details className="worth-row" onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary className="worth-summary">
          <b className="worth-name">{words.title}</b>
          <span className="worth-how">
            {!isOpenSum && last ? `${last.filled} ＝ ${last.result}` : '金额要按您填的数计算'}
            <span>{detail}</span>
          </span>
          {!isOpenSum && (
            <span className="worth-bar">
              <WorthRod from={from} to={to} most={most} />
              <b>{worthWords(worth)}</b>
            </span>
          )}
        </summary>
        {isOpen && <Working benefit={benefit} facts={match.facts} today={match.today} onEdit={onEdit} />}
      </details>
    </li>
  )
}

/** What is not in the total, and why. */
function Besides({ match: { groups, total } }: { match: Match }) {
  const ids = new Set(total.taken)
  const taken = groups.met.filter(({ id }) => ids.has(id))
  const of = (support: string) => taken.filter((row) => row.support === support)
  const loans = of('贷款')
  const lent = Math.max(0, ...loans.map(({ worth }) => worth?.[1] ?? 0))
  const others = of('资质').length + of('权益').length
  return (
    <>
      {lent > 0 && <li>另可贷最高 {moneyWords(lent)}，不计入</li>}
      {others > 0 && <li>{others} 项资质、权益不折算金额</li>}
    </>
  )
}

function moneyWords(yuan: number): string {
  const { number, unit } = moneyFigure(yuan)
  return `${number} ${unit}`
}
