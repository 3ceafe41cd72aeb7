import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { STAR } from '../../../lib/content/drawings.ts'
import { $followProblem, $follows, toggleFollow } from '../../../lib/stores/follows.ts'
import './follow.css'

interface Props {
  /** Page id of the original. */
  id: number
  title: string
  /** Shown until the account's follows are loaded. */
  initially?: boolean
}

/** 关注 and 已关注: equal for a policy on all its places. */
export function FollowButton({ id, title, initially = false }: Props) {
  const follows = useStore($follows, { ssr: 'initial' })
  const problem = useStore($followProblem, { ssr: 'initial' })
  const [isBusy, setBusy] = useState(false)
  const isFollowed = follows?.has(id) ?? initially

  async function press() {
    setBusy(true)
    await toggleFollow(id, isFollowed)
    setBusy(false)
  }
  return (
    <>
      <button
        type="button"
        className="button follow-button"
        aria-pressed={isFollowed}
        aria-busy={isBusy}
        aria-label={`关注：${title}`}
        disabled={isBusy}
        onClick={press}
      >
        <svg viewBox="0 0 20 20" width="18" height="18" aria-hidden="true">
          <path
            d={STAR}
            fill={isFollowed ? 'currentColor' : 'none'}
            stroke="currentColor"
            strokeWidth="1.6"
            strokeLinejoin="round"
          />
        </svg>
        <span>{isFollowed ? '已关注' : '关注'}</span>
      </button>
      {problem?.id === id && (
        <span className="problem follow-problem" role="alert">
          {problem.text}
        </span>
      )}
    </>
  )
}
