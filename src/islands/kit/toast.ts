import './toast.css'

const TOAST_MS = 2000

/** Says something for 2 seconds (portal.md §9), aloud too; an error at once, a success when it suits. */
export function showToast(text: string, tone: 'success' | 'error' = 'success'): void {
  const toast = document.createElement('div')
  toast.className = `toast toast-${tone}`
  toast.popover = 'manual'
  toast.setAttribute('role', tone === 'error' ? 'alert' : 'status')
  // Everything outside an open modal dialog is inert, and an inert region is not read out.
  const stage = document.querySelector('dialog:modal') ?? document.body
  stage.append(toast)
  toast.showPopover()
  toast.textContent = text
  setTimeout(() => toast.remove(), TOAST_MS)
}
