import { useStore } from '@nanostores/react'
import { $form } from '../../../lib/stores/forms/form.ts'
import { ensureLoggedIn } from '../../../lib/stores/session.ts'

/** Why the application that the address names is not shown, and the way on. `again`: where a new one is begun. */
export function FormClosed({ again }: { again: string }) {
  const state = useStore($form, { ssr: 'initial' })
  if (state.status === 'locked') {
    return (
      <div className="form-missing" role="status">
        <p>登录后才能修改这份申请。</p>
        <p className="form-choice">
          <button type="button" className="button button-primary" onClick={() => ensureLoggedIn()}>
            登录
          </button>
        </p>
      </div>
    )
  }
  if (state.status !== 'missing') return null
  return (
    <p className="form-missing" role="alert">
      {state.text} <a href={again}>填写新的申请</a>
    </p>
  )
}
