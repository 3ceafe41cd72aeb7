import { useStore } from '@nanostores/react'
import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react'
import { type Company, readCompany } from '../../lib/rules/eligibility/company.ts'
import { compareQuantities, type Quantity } from '../../lib/rules/eligibility/decimal.ts'
import { type FactKey, factOf } from '../../lib/rules/eligibility/facts.ts'
import { CERTIFICATES } from '../../lib/rules/eligibility/options.ts'
import { moneyFigure, moneyWords, worthFigure } from '../../lib/rules/text/format-number.ts'
import { isBatchOver, windowWords } from '../../lib/rules/time/application-window.ts'
import { rangeWords } from '../../lib/rules/worth/amounts.ts'
import {
  type Combination,
  type LeftOut as LeftOutPolicy,
  sumRanges,
} from '../../lib/rules/worth/combination.ts'
import { isOpen, minus, NOTHING, plus, type Range } from '../../lib/rules/worth/range.ts'
import { isGain } from '../../lib/rules/worth/total.ts'
import { briefOf, endsOf, gainWords, toNumber, worthWords } from '../../lib/rules/worth/working.ts'
import { worthOf } from '../../lib/rules/worth/worth.ts'
import type { Match, MatchRow } from '../../lib/stores/match/judge-rows.ts'
import { reckon } from '../../lib/stores/match/match.ts'
import { $words, $wordsNotice, loadWords } from '../../lib/stores/match/rules.ts'
import { Rod } from '../kit/Rod.tsx'
import { bestOf, bestWords } from '../parts/verdict/best.ts'
import { Working } from '../parts/verdict/Working.tsx'

interface Priced {
  row: MatchRow
  worth: Range
}

const SCOPE = '只算依法就能得到的；要评审、有名额或者看资金的，和别人的钱，都不计入。'

const SHOWN = 3
/** Number of characters from which a sum is smaller. */
const LONG = 11
/** Rows of an opened fold, and of each further step. */
const SHOWN_IN_FOLD = 10

interface TotalProps {
  match: Match
  onEdit: (fact: FactKey) => void
}

export function Total({ match, onEdit }: TotalProps) {
  const { total, facts } = match
  const words = useStore($words)
  const notice = useStore($wordsNotice)
  const { priced, contested, beyond, folds } = useMemo(() => partsOf(match), [match])
  const hasAnswers = Object.keys(facts).length > 0
  const kinds = kindsWords(priced, total)
  const counted = priced.length > 0 ? figureOf(total) : null
  // The possible total, before anything is sure.
  const isSure = counted !== null || match.most === 0 || !hasAnswers
  const figure = counted ?? { ...moneyFigure(isSure ? 0 : match.most), isOpen: false }
  const top = priced.slice(0, SHOWN)
  const best = useMemo(() => (priced.length > 0 ? [] : bestOf(match)), [priced, match])
  const notes = [
    contested.length > 0 && <li key="contested">{contestedWords(contested)}</li>,
    beyond > 0 && <li key="beyond">{beyond} 项填的数超出常理，请核对，暂不计入</li>,
    counted && match.most > toNumber(total.most) && (
      <li key="best">若待确认事项全部符合，合计预计最高 {moneyWords(match.most)}</li>
    ),
    ...leftOutOf(match, onEdit),
  ].filter(Boolean)
  const isLacking = notice !== null && top.some(({ row }) => !words[row.id])
  const most = Math.max(...priced.map(({ worth }) => drawn(worth).to))
  const rows = (shown: readonly Priced[]) => (
    <ol className="worth-rows">
      {shown.map((each) => (
        <PricedRow key={each.row.id} priced={each} most={most} match={match} onEdit={onEdit} />
      ))}
    </ol>
  )
  useEffect(() => {
    loadWords([...topRows(priced), ...best])
  }, [priced, best])
  return (
    <>
      <div className="match-total">
        <p className="figure hero">
          <span className="lead">
            {isSure ? (figure.isOpen ? '今年至少可得' : '今年可得') : '今年预计最高可得'}
          </span>
          <span className="sum match-sum" data-long={figure.number.length > LONG || undefined}>
            <b>{figure.number}</b>
            <i>{figure.unit}</i>
          </span>
        </p>
        {kinds && <p className="soft">{kinds}</p>}
        {hasAnswers && <p className="soft">{SCOPE}</p>}
        {notes.length > 0 && <ul className="soft">{notes}</ul>}
      </div>
      <div className="match-working">
        {isLacking ? (
          <NamesFailed notice={notice} onRetry={() => loadWords(topRows(priced))} />
        ) : (
          top.length > 0 && rows(top)
        )}
        {hasAnswers && best.every(({ id }) => words[id]) && (
          <ol className="worth-best">
            {best.map((row) => (
              <li key={row.id}>
                <a href={`/pmanagement/${row.id}`}>{words[row.id]?.title}</a>
                <b>{bestWords(row, match)}</b>
              </li>
            ))}
          </ol>
        )}
        <div className="wrap worth-folds">
          {folds.map(({ name, label, act, items }) => (
            <Fold key={name} label={label} act={act} items={items} idsOf={idOfRow} match={match}>
              {rows}
            </Fold>
          ))}
          <LeftOut match={match} />
          <Unpriced match={match} />
        </div>
      </div>
    </>
  )
}

function partsOf(match: Match) {
  const { total, gains, facts, today } = match
  const company = readCompany(facts, today)
  const priced = pricedOf(match, total.counted).filter(({ worth }) => isGain(worth))
  const open = pricedOf(match, total.unfilled)
  const contested = pricedOf(match, total.contested).filter(({ worth }) => isGain(worth))
  const rest = priced.slice(SHOWN)
  const isNextYear = ({ row: { id, window } }: Priced) =>
    isBatchOver(window, today) && isGain(match.parts.get(id)?.[1]?.alone ?? NOTHING)
  const nextYear = pricedOf(match, [...total.counted, ...total.contested]).filter(isNextYear)
  const folds: { name: string; label: string; act?: string; items: readonly Priced[] }[] = [
    { name: 'rest', label: `另外 ${rest.length} 项`, items: rest },
    { name: 'contested', label: `可争取的 ${contested.length} 项，不计入`, items: contested },
    { name: 'open', label: `还有 ${open.length} 项待填数计算`, act: '填一项', items: open },
    {
      name: 'next',
      label: `${nextYear.length} 项今年的批次已经结束，明年可得（今年不计入）`,
      items: nextYear,
    },
    ...pricedOf(match, total.uncertified).map((each) => ({
      name: String(each.row.id),
      label: afterCertificate(each.row, gains.get(each.row.id)),
      items: [each],
    })),
  ]
  return {
    priced,
    contested,
    beyond: open.filter(({ row }) => isBeyond(row, company)).length,
    folds: folds.filter(({ items }) => items.length > 0),
  }
}

/** 另有 3 项可争取，最多 500 万元一项，经评审或者限额，不计入合计 */
function contestedWords([first, ...others]: readonly Priced[]): string {
  const most = first ? moneyWords(toNumber(mostKnown(first.worth))) : ''
  return `另有 ${others.length + 1} 项可争取，最多 ${most}${others.length > 0 ? '一项' : ''}，经评审或者限额，不计入合计`
}

/** Whether an answer is beyond its limits; looks only at policies with an answer. */
function isBeyond({ id, benefit }: MatchRow, company: Company): boolean {
  const isAnswered = Object.keys(company.facts).some((key) => key.startsWith(`${id}.`))
  return isAnswered && benefit !== null && worthOf(benefit, company).beyond.length > 0
}

function topRows(priced: readonly Priced[]): MatchRow[] {
  return priced.slice(0, SHOWN).map(({ row }) => row)
}

/** 取得高新技术企业资质后，每年约多 15 万元（现在不计入） */
function afterCertificate({ grants }: MatchRow, gain: Range | undefined): string {
  const lead = `取得${grants ? CERTIFICATES[grants] : ''}资质后，`
  if (!gain) return `${lead}填了数才能算（现在不计入）`
  if (!isGain(gain)) return `${lead}按现在的数不会多得`
  const figure = figureOf({ min: gain.low, max: isOpen(gain.high) ? null : gain.high })
  if (!figure) return `${lead}还算不出每年多多少（现在不计入）`
  return `${lead}每年约多${figure.isOpen ? '至少' : ''} ${figure.number} ${figure.unit}（现在不计入）`
}

const idOfRow = ({ row }: Priced): readonly number[] => [row.id]

interface FoldProps<Item> {
  label: string
  act?: string | undefined
  items: readonly Item[]
  /** Policies whose words an item needs. */
  idsOf: (item: Item) => readonly number[]
  match: Match
  children: (shown: readonly Item[]) => ReactNode
}

function Fold<Item>({ label, act, items, idsOf, match: { groups }, children }: FoldProps<Item>) {
  const [isOpen, setOpen] = useState(false)
  const [limit, setLimit] = useState(SHOWN_IN_FOLD)
  const words = useStore($words)
  const notice = useStore($wordsNotice)
  const load = useCallback(() => {
    const wanted = new Set(items.slice(0, limit).flatMap(idsOf))
    loadWords(groups.met.filter(({ id }) => wanted.has(id)))
  }, [items, limit, idsOf, groups])
  const wanted = items.slice(0, limit)
  const shown = wanted.filter((item) => idsOf(item).every((id) => words[id]))
  const isLacking = shown.length < wanted.length
  // Repeats after a failure only on demand, here or for other names.
  useEffect(() => {
    if (isOpen && isLacking && notice === null) load()
  }, [isOpen, isLacking, notice, load])
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="soft worth-fold">
        {label} {act && <span className="worth-fill">{act}</span>}
      </summary>
      {isOpen && shown.length > 0 && children(shown)}
      {isOpen && isLacking && notice === null && <p>正在加载…</p>}
      {isOpen && isLacking && notice !== null && <NamesFailed notice={notice} onRetry={load} />}
      {isOpen && items.length > limit && (
        <button
          type="button"
          className="button match-more no-print"
          onClick={() => setLimit(limit + SHOWN_IN_FOLD)}
        >
          加载更多（剩余 {items.length - limit} 项）
        </button>
      )}
    </details>
  )
}

function NamesFailed({ notice, onRetry }: { notice: string; onRetry: () => void }) {
  return (
    <p className="soft">
      政策名称加载失败：{notice}。
      <button type="button" className="link" onClick={onRetry}>
        重试
      </button>
    </p>
  )
}

function pricedOf({ groups, parts }: Match, ids: readonly number[]): Priced[] {
  const wanted = new Set(ids)
  return groups.met
    .flatMap((row): Priced[] => {
      const worth = wanted.has(row.id) && parts.get(row.id)?.[0]?.alone
      return worth ? [{ row, worth }] : []
    })
    .sort((a, b) => compareQuantities(mostKnown(b.worth), mostKnown(a.worth)))
}

/** The minimum of a range without an upper end. */
function mostKnown({ low, high }: Range): Quantity {
  return isOpen(high) ? low : high
}

function drawn(worth: Range): { from: number; to: number } {
  return { from: toNumber(worth.low), to: toNumber(mostKnown(worth)) }
}

type Amount = Pick<Combination, 'min' | 'max'>

function figureOf(sum: Amount) {
  return worthFigure(...endsOf(sum))
}

/** 不可同时享受: the excluded ones, their rivals, and the difference this year. */
function LeftOut({ match }: { match: Match }) {
  const excluded = useMemo(() => {
    const beside = new Set(match.total.contested)
    return match.total.excluded.filter(({ by }) => !by.some((id) => beside.has(id)))
  }, [match])
  const words = useStore($words)
  if (excluded.length === 0) return null
  const names = (ids: readonly number[]) => ids.map((id) => words[id]?.title ?? '').join('、')
  return (
    <Fold label={`${excluded.length} 项不重复计入`} items={excluded} idsOf={idsOfNote} match={match}>
      {(shown) => (
        <ul className="worth-left">
          {shown.map((note) => (
            <li key={note.id}>
              选 <b>{names(note.by)}</b>，而不是 <b>{names([note.id])}</b>
              {'：'}
              {gainWords(note.gain) ?? '两项只能选一项'}
            </li>
          ))}
        </ul>
      )}
    </Fold>
  )
}

function idsOfNote(note: LeftOutPolicy): readonly number[] {
  return [note.id, ...note.by]
}

function Unpriced({ match }: { match: Match }) {
  const { groups, total } = match
  const words = useStore($words)
  const rows = useMemo(() => {
    const ids = new Set(total.unpriced)
    return groups.met.filter(
      ({ id, support, benefit }) => ids.has(id) && !benefit && (support === '减免' || support === '奖补'),
    )
  }, [groups, total])
  if (rows.length === 0) return null
  return (
    <Fold label={`${rows.length} 项没有公式，不计入`} items={rows} idsOf={idOf} match={match}>
      {(shown) => (
        <ul className="worth-left">
          {shown.map(({ id }) => (
            <li key={id}>
              <b>{words[id]?.title}</b>：{words[id]?.unpriced ?? '金额由主管部门核定'}
            </li>
          ))}
        </ul>
      )}
    </Fold>
  )
}

const idOf = ({ id }: MatchRow): readonly number[] => [id]

/** 其中少缴 12 万元，到账 3 万元; null for a single kind, which would repeat the total. */
function kindsWords(priced: readonly Priced[], total: Amount): string | null {
  const paid = sumRanges(priced.flatMap(({ row, worth }) => (isPaid(row) ? [worth] : [])))
  const saved = {
    min: plus(total.min, minus(paid.min)),
    max: total.max && paid.max && plus(total.max, minus(paid.max)),
  }
  const kinds = Object.entries({ 少缴: saved, 到账: paid }).flatMap(([lead, sum]) => {
    const figure = figureOf(sum)
    if (!figure || toNumber(sum.max ?? sum.min) <= 0) return []
    return [`${lead}${figure.isOpen ? '至少' : ''} ${figure.number} ${figure.unit}`]
  })
  return kinds.length > 1 ? `其中${kinds.join('，')}` : null
}

function isPaid({ support }: MatchRow): boolean {
  return support !== '减免' && support !== '资质'
}

interface PricedRowProps {
  priced: Priced
  /** The longest bar of the list: 元. */
  most: number
  match: Match
  onEdit: (fact: FactKey) => void
}

function PricedRow({ priced: { row, worth: range }, most, match, onEdit }: PricedRowProps) {
  const words = useStore($words)[row.id]
  const [isOpen, setOpen] = useState(false)
  const reckoned = useMemo(() => words && reckon(row, words, match), [row, words, match])
  if (!words || !reckoned) return <li className="worth-waiting" />
  const { benefit, lines, worth } = reckoned
  const sum = worthWords(worth)
  const brief = briefOf(lines)
  const isNextYear = isBatchOver(row.window, match.today)
  const isCounted = match.total.counted.includes(row.id) && !isNextYear
  const isAhead = match.total.uncertified.includes(row.id)
  const { detail } = windowWords(row.window, match.today)
  return (
    <li>
      <details className="worth-row" onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary className="worth-summary">
          <b className="worth-name">{words.title}</b>
          <span className="soft cut worth-how">
            {sum
              ? brief
                ? `${brief.filled} ＝ ${brief.result}`
                : lines.at(-1)?.name
              : worth.beyond.length > 0
                ? '填的数超出常理，请核对'
                : '金额要按您填的数计算'}
            <span>{detail}</span>
          </span>
          {sum && (
            <span className="worth-bar">
              {isCounted && <Rod {...drawn(range)} most={most} />}
              <b>
                {isNextYear ? '明年 ' : isAhead && '取得资质后 '}
                {sum}
              </b>
            </span>
          )}
        </summary>
        {isOpen && (
          <Working
            benefit={benefit}
            grants={row.grants}
            facts={match.facts}
            today={match.today}
            onEdit={onEdit}
          />
        )}
      </details>
    </li>
  )
}

function leftOutOf({ facts, groups, total }: Match, onEdit: TotalProps['onEdit']): ReactNode[] {
  const ids = new Set([...total.taken, ...total.contested])
  const taken = groups.met.filter(({ id }) => ids.has(id))
  const isOthers = ({ benefit }: MatchRow) => benefit?.money === 'others'
  const of = (support: string) => taken.filter((row) => row.support === support)
  const lent = Math.max(0, ...taken.map((row) => row.lent ?? 0))
  const rights = [...of('资质'), ...of('权益')].filter((row) => !isOthers(row)).length
  const others = taken.filter(isOthers).length
  return [
    lent > 0 && <li key="lent">另可贷最高 {moneyWords(lent)}，不计入</li>,
    ...total.together.map(({ name, ids, sum }) => (
      <li key={name}>
        {name}的 {ids.length} 项一起算，共少缴 {rangeWords(sum)}，各项后面是单独享受的金额
      </li>
    )),
    rights > 0 && <li key="rights">{rights} 项资质、权益不折算金额</li>,
    others > 0 && <li key="others">{others} 项是别人的钱（如欠款利息），不计入</li>,
    total.uncertified.length > 0 && !facts.certificates && (
      <li key="certificates" className="no-print">
        没有回答“{factOf('certificates').label}”，凭资质才有的先不计入{' '}
        <button type="button" className="link" onClick={() => onEdit('certificates')}>
          回答
        </button>
      </li>
    ),
  ]
}
