import { useStore } from '@nanostores/react'
import { $works } from '../../../lib/stores/documents/work.ts'

/** What is being done with documents that takes a while, how far it is, and 停止. */
export function WorkNotes() {
  // What is over at once has nothing to show.
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
