import { UPDATE_USER } from '../../lib/stores/session.ts'
import { Icon } from '../kit/Icon.tsx'
import { SessionNotice } from '../kit/SessionNotice.tsx'
import { useModal } from '../kit/use-modal.ts'

/** In the place of the login while it is not known whether one is needed: it goes by itself once that is known. */
export function SessionOverlay() {
  const dialog = useModal()
  const hide = () => UPDATE_USER({ topShow: false })
  return (
    <dialog ref={dialog} className="login login-unknown" aria-labelledby="login-title" onClose={hide}>
      <div className="login-head">
        <h2 id="login-title">确认登录状态</h2>
        <button type="button" className="login-close" aria-label="关闭" onClick={hide}>
          <Icon name="close" stroke={2} />
        </button>
      </div>
      <SessionNotice />
    </dialog>
  )
}
