import { useStore } from '@nanostores/react'
import { $uploads, isEnded } from '../../../lib/stores/uploads/state.ts'

interface Props {
  className: string
  text: string
  onFollow?: () => void
}

/** The way to more room. While there is something to upload it opens beside the page: leaving would lose the files. */
export function GradeLink({ className, text, onFollow }: Props) {
  const isNeeded = useStore($uploads).some((item) => !isEnded(item) || item.state.status === 'failed')
  const beside = isNeeded ? ({ target: '_blank', rel: 'noopener' } as const) : {}
  return (
    <a className={className} href="/grade" onClick={onFollow} {...beside}>
      {text}
      {isNeeded && <span className="visually-hidden">（在新窗口打开）</span>}
    </a>
  )
}
