import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { CODES } from '../../lib/contract/envelope.ts'
import { STATUS_WORDS, STATUSES } from '../../lib/rules/eligibility/verdict.ts'
import { formatNumber, moneyFigure } from '../../lib/rules/text/format-number.ts'
import { $answers, $kept } from '../../lib/stores/match/answers.ts'
import { askAgainForAccount, forgetEverywhere } from '../../lib/stores/match/answers-account.ts'
import type { Match } from '../../lib/stores/match/judge-rows.ts'
import { $match } from '../../lib/stores/match/match.ts'
import { loadPickList } from '../../lib/stores/match/pick.ts'
import { $words, loadWords } from '../../lib/stores/match/rules.ts'
import { shareAddress, showStep } from '../../lib/stores/match/view.ts'
import { $session, askForLogin } from '../../lib/stores/session.ts'
import { ActionMenu } from '../kit/ActionMenu.tsx'
import { ConfirmDialog } from '../kit/ConfirmDialog.tsx'
import { showToast } from '../kit/toast.ts'
import { PRINTED_AT_MOST } from './PolicyGroup.tsx'
import { useArrival } from './use-arrival.ts'
import '../kit/action-menu.css'

/** What it comes to: how many answers it rests on, the money, and what has no sum yet. */
export function Summary({ match }: { match: Match }) {
  const heading = useArrival<HTMLHeadingElement>('result')
  const { groups, today } = match
  const count = STATUSES.map((status) => `${STATUS_WORDS[status]} ${groups[status].length} 条`).join('，')
  return (
    <header className="match-head">
      <h2 id="match-result-title" ref={heading} tabIndex={-1}>
        按 {Object.keys(useStore($answers)).length} 个回答估算，{today.slice(0, 4)} 年
      </h2>
      <ResultTools />
      <p className="visually-hidden" role="status">
        {count}
      </p>
      <Total match={match} />
    </header>
  )
}

/** Grants named beside their total. */
const NAMED = 4

/** The one total. A loan is never in it, and a relief not before it can be computed: words say what there is besides. */
function Total({ match: { groups, total } }: { match: Match }) {
  const words = useStore($words)
  const taken = groups.met.filter(({ id }) => total.taken.includes(id))
  const of = (support: string) => taken.filter((row) => row.support === support)
  const grants = of('奖补').filter(({ worth }) => worth !== null)
  const reliefs = of('减免').length
  const others = of('资质').length + of('权益').length
  const lent = Math.max(0, ...of('贷款').map(({ worth }) => worth?.[1] ?? 0))
  const isExact = total.min === total.max
  const more = grants.length > 0 ? '另有 ' : ''
  // Nobody is greeted with a nought while something may still come of an answer.
  const counted = groups.met.length === 0 && groups.unknown.length > 0 ? 'unknown' : 'met'
  return (
    <>
      <div className="match-total">
        {grants.length > 0 ? (
          <p className="figure hero" data-support="奖补">
            <span className="lead">{isExact ? '奖补合计' : '奖补合计最高'}</span>
            <Sum yuan={Number(total.max)} />
          </p>
        ) : (
          <p className="figure hero">
            <span className="lead">{STATUS_WORDS[counted]}</span>
            <span className="sum">
              <b>{formatNumber(groups[counted].length)}</b>
              <i>项</i>
            </span>
          </p>
        )}
        {lent > 0 && <p>可贷最高 {moneyWords(lent)}（不计入）</p>}
      </div>
      <ul className="match-working">
        {grants.slice(0, NAMED).map(({ id, worth }) => (
          <li key={id}>
            {words[id]?.title} <b>最高 {moneyWords(worth?.[1] ?? 0)}</b>
          </li>
        ))}
        {grants.length > NAMED && <li>还有 {grants.length - NAMED} 项奖补</li>}
        {!isExact && Number(total.min) > 0 && <li>合计至少 {moneyWords(Number(total.min))}</li>}
        {reliefs > 0 && (
          <li>
            {more}
            {reliefs} 项减免按申报表计算
          </li>
        )}
        {others > 0 && (
          <li>
            {more}
            {others} 项资质、权益不折算金额
          </li>
        )}
        {total.excluded.length > 0 && (
          <li>不可同时享受的只算一项{!total.exact && '，组合较多，可能有更优的选择'}</li>
        )}
      </ul>
    </>
  )
}

function Sum({ yuan }: { yuan: number }) {
  const { number, unit } = moneyFigure(yuan)
  return (
    <span className="sum">
      <b>{number}</b>
      <i>{unit}</i>
    </span>
  )
}

function moneyWords(yuan: number): string {
  const { number, unit } = moneyFigure(yuan)
  return `${number} ${unit}`
}

const ACTS = [
  ['share', '分享链接'],
  ['print', '打印'],
  ['forget', '清空回答'],
] as const

/** What can be done with a result: change answers and keep them; behind ⋯ share, print, start anew. */
function ResultTools() {
  const { place } = useStore($kept)
  const isLoggedIn = useStore($session).code === CODES.ok
  const [address, setAddress] = useState<string | null>(null)
  const [isForgetting, setForgetting] = useState(false)

  async function share() {
    const link = shareAddress()
    const copied = await navigator.clipboard?.writeText(link).then(
      () => true,
      () => false,
    )
    if (copied) showToast('链接已复制')
    setAddress(link)
  }

  async function forget() {
    setForgetting(false)
    if (await forgetEverywhere()) showStep(1)
  }

  const acts = { share, print: printWithNames, forget: () => setForgetting(true) }

  return (
    <div className="match-tools no-print">
      <p className="match-place">
        {place === 'account' ? '回答已存入企业账户。' : '回答只保存在本设备，没有发送出去。'}
      </p>
      <div className="match-acts">
        <button type="button" className="button button-text" onClick={() => showStep(1)}>
          改回答
        </button>
        {place !== 'account' && (
          <button
            type="button"
            className="button button-text"
            onClick={isLoggedIn ? askAgainForAccount : askForLogin}
          >
            存到企业账户
          </button>
        )}
        <ActionMenu label="更多" actions={ACTS} onAction={(act) => acts[act]()} />
      </div>
      {address && (
        <p className="match-share">
          <label htmlFor="match-share">链接里有您的回答，没有企业名称。发给谁，谁就能看到这份结果。</label>
          <input
            id="match-share"
            className="field"
            readOnly
            value={address}
            onFocus={(event) => event.target.select()}
          />
        </p>
      )}
      {isForgetting && (
        <ConfirmDialog title="清空全部回答？" onConfirm={forget} onCancel={() => setForgetting(false)}>
          <p>{place === 'account' ? '企业账户中的回答也会一并清空，不能恢复。' : '清空后不能恢复。'}</p>
        </ConfirmDialog>
      )}
    </div>
  )
}

/** A printout shows names of policies, places and industries: they are loaded first. */
async function printWithNames(): Promise<void> {
  const groups = $match.get()?.groups
  const printed = STATUSES.flatMap((status) => groups?.[status].slice(0, PRINTED_AT_MOST) ?? [])
  await Promise.all([loadPickList('region'), loadPickList('industry'), loadWords(printed)])
  print()
}
