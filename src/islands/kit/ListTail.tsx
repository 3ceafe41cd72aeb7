import { useEffect, useRef } from 'react'
import './list.css'
import { Waiting } from './Waiting.tsx'

type State =
  | { status: 'idle' | 'loading' }
  | { status: 'ready'; items: readonly unknown[]; total: number }
  | { status: 'failed'; text: string }

interface Props {
  state: State
  onMore: () => void
}

/** The end of a growing list: loading, failed with a retry, or the next rows when it scrolls into view. */
export function ListTail({ state, onMore }: Props) {
  if (state.status === 'failed') {
    return (
      <p className="wrap list-note" role="alert">
        加载失败：{state.text}
        <button type="button" className="button" onClick={onMore}>
          重试
        </button>
      </p>
    )
  }
  if (state.status !== 'ready') {
    return <Waiting />
  }
  const { items, total } = state
  return items.length < total ? <NextRows key={items.length} onMore={onMore} /> : null
}

function NextRows({ onMore }: Omit<Props, 'state'>) {
  const mark = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && onMore())
    if (mark.current) observer.observe(mark.current)
    return () => observer.disconnect()
  }, [onMore])
  return (
    <p ref={mark} className="wrap list-note">
      <button type="button" className="button" onClick={onMore}>
        加载更多
      </button>
    </p>
  )
}
