import { ensureLoggedIn } from '../../lib/stores/session.ts'
import { showToast } from '../kit/toast.ts'

/** 专家咨询 asks for login first (portal.md §2). */
export function ChatButton() {
  async function open() {
    if (await ensureLoggedIn()) showToast('专家咨询即将开通，现在可拨打咨询热线')
  }
  return (
    <button type="button" className="dock-button" onClick={open}>
      <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
        <path
          d="M3 4h14v10H9l-4 3v-3H3V4Zm4 4.5h6M7 11h4"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.6"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
      专家咨询
    </button>
  )
}
