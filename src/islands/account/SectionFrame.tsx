import type { ReactNode } from 'react'

interface Props {
  id: string
  title: string
  lead: string
  /** What is read from the account for it. */
  state: { status: 'loading' | 'ready' } | { status: 'failed'; text: string }
  onRetry: () => void
  children: ReactNode
}

/** A section with its heading; while it loads, it keeps about its final height. */
export function SectionFrame({ id, title, lead, state, onRetry, children }: Props) {
  return (
    <section id={id} className="company-section" aria-labelledby={`${id}-title`} tabIndex={-1}>
      <h2 id={`${id}-title`}>{title}</h2>
      <p className="company-lead">{lead}</p>
      {state.status === 'ready' && children}
      {state.status === 'loading' && (
        <p className="company-waiting" role="status">
          正在加载…
        </p>
      )}
      {state.status === 'failed' && (
        <p className="company-note" role="alert">
          {state.text}
          <button type="button" className="button" onClick={onRetry}>
            重试
          </button>
        </p>
      )}
    </section>
  )
}
