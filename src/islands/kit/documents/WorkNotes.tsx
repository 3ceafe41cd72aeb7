import { useStore } from '@nanostores/react'
import { $works } from '../../../lib/stores/documents/work.ts'

/** Work on documents that takes a while: what it is, how far it is, and 停止. */
export function WorkNotes() {
  // Work that ends at once shows nothing.
  const works = useStore($works).filter(({ progress }) => progress !== '')
  return works.map(({ id, title, progress, stop }) => (
    <p key={id} className="work">
      <span role="status">{title}</span>
      <span className="work-progress">{progress}</span>
      <button type="button" className="link" aria-label={`停止：${title}`} onClick={stop}>
        停止
      </button>
    </p>
  ))
}
