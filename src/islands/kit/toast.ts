import { topModal } from './modals.ts'
import './toast.css'

const TOAST_MS = 2000
const UNDO_MS = 10_000

/** Shows and announces a text for 2 seconds (behaviour B15.1): errors assertively, successes politely. */
export function showToast(text: string, tone: 'success' | 'error' = 'success'): void {
  show(text, tone, TOAST_MS)
}

let withdrawLast = () => {}

/** Offers for 10 seconds to undo a finished action; withdraws the previous offer. */
export function offerUndo(text: string, undo: () => void): void {
  withdrawLast()
  const { toast, end } = show(text, 'undo', UNDO_MS)
  withdrawLast = end
  const button = document.createElement('button')
  button.type = 'button'
  button.textContent = '撤销'
  button.addEventListener('click', () => {
    end()
    undo()
  })
  toast.append(button)
}

function show(text: string, tone: 'success' | 'error' | 'undo', ms: number) {
  const toast = document.createElement('div')
  toast.className = `toast toast-${tone}`
  toast.popover = 'manual'
  toast.setAttribute('role', tone === 'error' ? 'alert' : 'status')
  const gone = new AbortController()
  putOnTop(toast, gone.signal)
  toast.textContent = text
  const end = () => {
    gone.abort()
    toast.remove()
  }
  setTimeout(end, ms)
  return { toast, end }
}

/** Everything outside the top modal dialog is inert, and inert regions are not announced. */
function putOnTop(toast: HTMLElement, signal: AbortSignal): void {
  const stage = topModal() ?? document.body
  stage.append(toast)
  if (!toast.matches(':popover-open')) toast.showPopover()
  // A toast inside a dialog disappears with it, but a message about the dialog's end must stay readable.
  stage.addEventListener('close', () => putOnTop(toast, signal), { signal, once: true })
}
