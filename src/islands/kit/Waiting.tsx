import type { CSSProperties } from 'react'
import './waiting.css'

/** Rows of the coming height while content loads, so that nothing jumps, and words for screen readers. */
export function Waiting({ rows }: { rows?: number }) {
  return (
    <>
      <span className="visually-hidden" role="status">
        正在加载…
      </span>
      <span
        className="waiting"
        aria-busy="true"
        {...(rows && { style: { '--rows': rows } as CSSProperties })}
      />
    </>
  )
}
