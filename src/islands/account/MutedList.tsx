import { useStore } from '@nanostores/react'
import {
  $muted,
  $mutedProblem,
  openMuted,
  showMoreMuted,
  unmute,
} from '../../lib/stores/company/muted-policies.ts'

/** Policies whose messages are switched off, each with a button to switch them on again. */
export function MutedList() {
  const state = useStore($muted)
  const problem = useStore($mutedProblem)
  return (
    <>
      <h3>不再提醒的政策</h3>
      {state.status === 'loading' && <p className="company-soft">正在加载…</p>}
      {state.status === 'failed' && (
        <p className="company-failed" role="alert">
          {state.text}
          <button type="button" className="button" onClick={openMuted}>
            重试
          </button>
        </p>
      )}
      {state.status === 'ready' && state.value.items.length === 0 && (
        <p className="company-soft">没有。在消息里点“不再提醒”，政策就会列在这里，随时可以恢复。</p>
      )}
      {state.status === 'ready' && state.value.items.length > 0 && (
        <ul className="people muted">
          {state.value.items.map(({ id, title }) => (
            <li key={id}>
              <a href={`/review/${id}`}>{title}</a>
              <button type="button" className="button" onClick={() => unmute(id)}>
                恢复<span className="visually-hidden">提醒：{title}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {state.status === 'ready' && state.value.hasMore && (
        <button type="button" className="button" onClick={showMoreMuted}>
          再看一些
        </button>
      )}
      {problem && (
        <p className="company-failed" role="alert">
          {problem}
        </p>
      )}
    </>
  )
}
