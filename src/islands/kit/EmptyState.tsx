import type { ReactNode } from 'react'
import { type Drawing, SEALED_FORM } from '../../lib/content/drawings.ts'
import '../../styles/drawing.css'
import './list.css'

const SUBJECTS = {
  /** An empty frame. */
  found: { gain: 'M12 12h8v8h-8z', line: 'M4 11V4h7M21 4h7v7M28 21v7h-7M11 28H4v-7' },
  orders: SEALED_FORM,
  /** A calendar without a marked day. */
  policies: { gain: 'M16 17h8v8h-8z', line: 'M4 7h24v21H4zM4 13h24M10 3v7M22 3v7' },
  /** A folder without its sheet. */
  files: { gain: 'M11 16h10v8H11z', line: 'M4 28V6h9l4 4h11v18z' },
  /** An empty speech bubble. */
  messages: { gain: 'M9 11h14v5H9z', line: 'M4 5h24v17H16l-6 6v-6H4z' },
} satisfies Record<string, Drawing>

interface Props {
  subject: keyof typeof SUBJECTS
  children: ReactNode
}

/** An empty list: its drawing without the highlighted shape. */
export function EmptyState({ subject, children }: Props) {
  const { gain, line } = SUBJECTS[subject]
  return (
    <div className="wrap empty-state">
      <svg className="drawing" viewBox="3 0 32 32" width={96} height={96} aria-hidden="true">
        <path d={line} />
        <path className="gap" d={gain} />
      </svg>
      <div>{children}</div>
    </div>
  )
}
