import type { CSSProperties } from 'react'
import './waiting.css'

/**
 * Stands where something loads: rows of the height that comes, so that nothing jumps, and words for who hears the page. They
 * stand beside the shape: of what is busy no reader speaks.
 */
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
