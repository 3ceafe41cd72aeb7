import { useEffect, useRef } from 'react'
import './list.css'

type State =
  | { status: 'idle' | 'loading' }
  | { status: 'ready'; items: readonly unknown[]; total: number }
  | { status: 'failed'; text: string }

interface Props {
  state: State
  /** On the button for the next rows, such as “再看 10 条”. */
  next: string
  onMore: () => void
}

/** What stands below a list that grows: loading, failed with a way to retry, or the next rows when it comes into view. */
export function ListTail({ state, next, onMore }: Props) {
  if (state.status === 'failed') {
    return (
      <p className="list-note" role="alert">
        没有加载成功：{state.text}
        <button type="button" className="button" onClick={onMore}>
          重试
        </button>
      </p>
    )
  }
  if (state.status !== 'ready') {
    return (
      <p className="list-note" role="status">
        正在加载…
      </p>
    )
  }
  const { items, total } = state
  return items.length < total ? <NextRows key={items.length} next={next} onMore={onMore} /> : null
}

function NextRows({ next, onMore }: Omit<Props, 'state'>) {
  const mark = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && onMore())
    if (mark.current) observer.observe(mark.current)
    return () => observer.disconnect()
  }, [onMore])
  return (
    <p ref={mark} className="list-note">
      <button type="button" className="button" onClick={onMore}>
        {next}
      </button>
    </p>
  )
}
