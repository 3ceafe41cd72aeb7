import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { CODES } from '../../lib/contract/envelope.ts'
import type { MatchList, PlatformPolicy } from '../../lib/contract/policies/platform-policy.ts'
import type { FactKey } from '../../lib/rules/eligibility/facts.ts'
import { worthFigure } from '../../lib/rules/text/format-number.ts'
import { chinaDay } from '../../lib/rules/time/china-day.ts'
import { insteadOfVerdict } from '../../lib/rules/time/window-use.ts'
import { $kept } from '../../lib/stores/match/answers.ts'
import { followAccount } from '../../lib/stores/match/answers-account.ts'
import {
  $matchList,
  closeMatchList,
  countSiblings,
  keyOf,
  loadMorePolicies,
  openMatchList,
} from '../../lib/stores/match/my-policies.ts'
import { $session } from '../../lib/stores/session.ts'
import { EmptyState } from '../kit/EmptyState.tsx'
import { ListTail } from '../kit/ListTail.tsx'
import { LoginGate } from '../kit/LoginGate.tsx'
import { FollowRows, FollowStar } from '../parts/follow/FollowRows.tsx'
import { AccountNote } from '../parts/question/AccountNote.tsx'
import { Figure, WindowState } from '../parts/verdict/PolicyHead.tsx'
import { VerdictDetail } from '../parts/verdict/VerdictDetail.tsx'
import { VerdictMark } from '../parts/verdict/VerdictMark.tsx'
import { MatchBill } from './MatchBill.tsx'
import './lists.css'

type List = Exclude<MatchList, 'all' | 'muted'>

/** The account's policies, ten more when the end scrolls into view. */
export function PolicyList({ list }: { list: List }) {
  const { code } = useStore($session, { ssr: 'initial' })
  if (code !== CODES.ok) {
    return (
      <div className="list-login">
        <LoginGate text="匹配结果依据账户中的问卷生成，登录后查看。" label="登录查看">
          <p>
            无需登录，也可用<a href="/match">一键匹配</a>查看结果。
          </p>
        </LoginGate>
      </div>
    )
  }
  return <OwnPolicies list={list} />
}

/** Reloads when the account has this device's answers. */
function OwnPolicies({ list }: { list: List }) {
  const state = useStore($matchList)
  const { place, unsent, answers } = useStore($kept)
  const isBehind = place === 'account' && unsent.length > 0
  useEffect(followAccount, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: what the account learns changes the list.
  useEffect(() => {
    openMatchList(list)
  }, [list, isBehind])
  useEffect(() => closeMatchList, [])
  const items = state.status === 'idle' ? [] : state.items
  const answered = Object.keys(answers).length
  return (
    <div className="policy-list">
      <AccountNote />
      {state.status === 'ready' && items.length > 0 && (
        <p className="visually-hidden" role="status">
          共 {state.total} 条，已显示 {items.length} 条
        </p>
      )}
      {list === 'matched' && items.some(({ verdict }) => verdict === 'met') && (
        <MatchBill key={String(isBehind)} />
      )}
      {items.length > 0 && <h2 className="visually-hidden">政策</h2>}
      <ul>
        {items.map((policy) => (
          <PolicyRow
            key={keyOf(policy)}
            policy={policy}
            others={list === 'followed' ? countSiblings(items, policy) : 0}
          />
        ))}
      </ul>
      {state.status === 'ready' && items.length === 0 && <ListEmpty list={list} answered={answered} />}
      <ListTail state={state} onMore={loadMorePolicies} />
      <FollowRows />
    </div>
  )
}

interface RowProps {
  policy: PlatformPolicy
  /** Number of other rows with the same original, which its star affects as well. */
  others: number
}

function PolicyRow({ policy, others }: RowProps) {
  const { verdict, reasons, unmodelled, earliest, item_id, platform_policy_id, followed, title } = policy
  const { missing, worth, arrived } = policy
  const [isOpen, setOpen] = useState(false)
  const today = chinaDay(new Date())
  const over = insteadOfVerdict(policy.window, today)
  const address = item_id === null ? `/review/${platform_policy_id}` : `/pmanagement/${item_id}`
  return (
    <li>
      <div className="row row-judged">
        <Figure {...policy} />
        <h3>
          <a href={address}>{title}</a>
        </h3>
        <p className="meta">
          {[policy.region_name, policy.department, arrived && `${arrived} 上线`].filter(Boolean).join(' · ')}
        </p>
        {others > 0 && <p className="meta">与列表里另外 {others} 条出自同一份政策原文，取消关注时一起取消</p>}
        {item_id !== null && (
          <div className="verdict">
            {over ? <b>{over}</b> : <VerdictMark status={verdict} isJudged={unmodelled.length > 0} />}
            {!over && worth && <b>可得 {ownWords(worth)}</b>}
            {!over && missing > 0 && <span>待补充 {missing} 项信息</span>}
            {!over && earliest && <span>{earliest} 起可申报</span>}
            <button
              type="button"
              aria-expanded={isOpen}
              aria-label={`查看理由：${title}`}
              onClick={() => setOpen(!isOpen)}
            >
              查看理由
            </button>
          </div>
        )}
        <WindowState window={policy.window} today={today} />
        {platform_policy_id !== null && (
          <FollowStar policy={platform_policy_id} title={title} isFollowed={followed} />
        )}
      </div>
      {isOpen && (
        <VerdictDetail
          verdict={{ status: verdict, reason: reasons, unmodelled, ...(earliest && { earliest }) }}
          onEdit={editAtMatch}
          renderAsk={({ ask }) => (
            <p className="wrap reason-edits">
              <a href={`${address}#conditions`} aria-label={`回答：${ask}`}>
                去回答
              </a>
            </p>
          )}
        />
      )}
    </li>
  )
}

/** Questions are answered on the page of all answers. */
function editAtMatch(fact: FactKey): void {
  location.assign(`/match#ask-${fact}`)
}

function ownWords({ min, max, per }: NonNullable<PlatformPolicy['worth']>): string {
  const figure = worthFigure(min, max)
  const sum = `${figure?.isOpen ? '至少 ' : ''}${figure?.number} ${figure?.unit}`
  return per === '年' ? `${sum}／年` : sum
}

interface ListEmptyProps {
  list: List
  answered: number
}

const MATCH = { href: '/match', label: '一键匹配' }

function emptyWords({ list, answered }: ListEmptyProps) {
  if (list === 'followed')
    return { text: '关注后，截止前会提醒您。', href: '/pmanagementlist?sort=closing', label: '看先办这几项' }
  if (list === 'latest')
    return { text: '上次访问后没有新上线的政策。有新政策时，会按上线日期列在这里。', ...MATCH }
  if (answered > 0)
    return { text: `已有 ${answered} 项回答，再补几项即可确认首批政策。`, href: '/match', label: '继续回答' }
  return { text: '答几个问题，符合和接近符合的政策都列在这里，每条都有金额和理由。', ...MATCH }
}

function ListEmpty(props: ListEmptyProps) {
  const { text, href, label } = emptyWords(props)
  return (
    <EmptyState subject="policies">
      <p>{text}</p>
      <a className="button button-primary" href={href}>
        {label}
      </a>
    </EmptyState>
  )
}
