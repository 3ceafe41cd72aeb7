import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { CODES } from '../../lib/contract/envelope.ts'
import type { MatchList } from '../../lib/contract/policies/platform-policy.ts'
import {
  $matchList,
  closeMatchList,
  keyOf,
  loadMorePolicies,
  openMatchList,
} from '../../lib/stores/match/lists.ts'
import { $session } from '../../lib/stores/session.ts'
import { ListTail } from '../kit/ListTail.tsx'
import { LoginGate } from '../kit/LoginGate.tsx'
import { ListEmpty } from './ListEmpty.tsx'
import { MatchBill } from './MatchBill.tsx'
import { PolicyRow } from './PolicyRow.tsx'
import './lists.css'

type List = Exclude<MatchList, 'all' | 'muted'>

/** The policies of the account, ten more whenever the end comes into view. */
export function PolicyList({ list }: { list: List }) {
  const { code } = useStore($session, { ssr: 'initial' })
  const state = useStore($matchList, { ssr: 'initial' })
  const isLoggedIn = code === CODES.ok
  useEffect(() => {
    if (isLoggedIn) openMatchList(list)
    else closeMatchList()
  }, [isLoggedIn, list])

  if (!isLoggedIn) {
    return (
      <div className="list-login">
        <LoginGate text="登录后才能看到，因为它按您企业存在账户里的回答来匹配。" label="登录查看">
          <p>
            不想登录？<a href="/match">一键匹配</a>不用登录也能看结果。
          </p>
        </LoginGate>
      </div>
    )
  }
  const items = state.status === 'idle' ? [] : state.items
  const isUndecided = items.every(({ verdict }) => verdict === 'unknown')
  return (
    <div className="policy-list">
      {state.status === 'ready' && items.length > 0 && (
        <p className="visually-hidden" role="status">
          共 {state.total} 条，已显示 {items.length} 条
        </p>
      )}
      {list === 'matched' && !isUndecided && <MatchBill />}
      {list === 'matched' && items.length > 0 && isUndecided && (
        <p className="list-hint">
          现在还没有能确认的政策。先回答企业的基本情况，就知道符合哪些。
          <a className="button button-primary" href="/match">
            去一键匹配
          </a>
        </p>
      )}
      <ul>
        {items.map((policy) => (
          <PolicyRow key={keyOf(policy)} policy={policy} />
        ))}
      </ul>
      {state.status === 'ready' && items.length === 0 && <ListEmpty list={list} />}
      <ListTail state={state} next="再看 10 条" onMore={loadMorePolicies} />
    </div>
  )
}
