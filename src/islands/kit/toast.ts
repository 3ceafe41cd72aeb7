import { topModal } from './modals.ts'
import './toast.css'

const TOAST_MS = 2000

/** Shows and announces a text for 2 seconds (behaviour B15.1): errors assertively, successes politely. */
export function showToast(text: string, tone: 'success' | 'error' = 'success'): void {
  const toast = document.createElement('div')
  toast.className = `toast toast-${tone}`
  toast.popover = 'manual'
  toast.setAttribute('role', tone === 'error' ? 'alert' : 'status')
  const end = new AbortController()
  putOnTop(toast, end.signal)
  toast.textContent = text
  setTimeout(() => {
    end.abort()
    toast.remove()
  }, TOAST_MS)
}

/** Everything outside the top modal dialog is inert, and inert regions are not announced. */
function putOnTop(toast: HTMLElement, signal: AbortSignal): void {
  const stage = topModal() ?? document.body
  stage.append(toast)
  if (!toast.matches(':popover-open')) toast.showPopover()
  // A toast inside a dialog disappears with it, but a message about the dialog's end must stay readable.
  stage.addEventListener('close', () => putOnTop(toast, signal), { signal, once: true })
}
