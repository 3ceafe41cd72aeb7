import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { STAR } from '../../../lib/content/drawings.ts'
import { $followProblem, $follows, toggleFollow } from '../../../lib/stores/follows.ts'
import { showToast } from '../../kit/toast.ts'

const STARS = '[data-follow]'

/** Handles every `[data-follow]` of the page, including rows added by paging and filters. */
export function FollowRows() {
  const follows = useStore($follows, { ssr: 'initial' })
  const problem = useStore($followProblem, { ssr: 'initial' })

  useEffect(() => {
    if (problem) showToast(problem.text, 'error')
  }, [problem])

  useEffect(() => {
    const mark = () => markStars(follows)
    mark()
    // The calendar of the page draws their windows.
    document.documentElement.dataset['follows'] = [...(follows ?? [])].join(' ')
    document.dispatchEvent(new Event('follows'))
    const rows = new MutationObserver(mark)
    rows.observe(document.getElementById('content') ?? document.body, { childList: true, subtree: true })
    return () => rows.disconnect()
  }, [follows])

  return null
}

/** The star of a row by React; the same as FollowStar.astro. */
export function FollowStar({
  policy,
  title,
  isFollowed,
}: {
  policy: number
  title: string
  isFollowed: boolean
}) {
  return (
    <button
      type="button"
      className="follow-star no-print"
      data-follow={policy}
      aria-pressed={isFollowed}
      aria-label={`关注：${title}`}
      title="关注"
    >
      <svg viewBox="0 0 20 20" width="18" height="18" aria-hidden="true">
        <path d={STAR} />
      </svg>
    </button>
  )
}

// The waking press is repeated before effects have run, so the listener is added at import.
if (!import.meta.env.SSR) document.addEventListener('click', press)

function markStars(follows: ReadonlySet<number> | null): void {
  for (const star of document.querySelectorAll<HTMLElement>(STARS)) {
    const isFollowed = follows?.has(Number(star.dataset['follow'])) ?? false
    star.setAttribute('aria-pressed', String(isFollowed))
    star.title = isFollowed ? '已关注' : '关注'
  }
}

async function press(event: Event): Promise<void> {
  const star = (event.target as Element).closest<HTMLElement>(STARS)
  if (!star || star.getAttribute('aria-busy') === 'true') return
  star.setAttribute('aria-busy', 'true')
  await toggleFollow(Number(star.dataset['follow']), star.getAttribute('aria-pressed') === 'true')
  star.removeAttribute('aria-busy')
}
