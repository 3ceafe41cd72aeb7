import './toast.css'

export const TOAST_MS = 2000

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
  const end = new AbortController()
  // A dialog that closes takes what is in it along; what was said about its end is still to be read.
  stage.addEventListener('close', () => moveToPage(toast), { signal: end.signal })
  setTimeout(() => {
    end.abort()
    toast.remove()
  }, TOAST_MS)
}

function moveToPage(toast: HTMLElement): void {
  document.body.append(toast)
  if (!toast.matches(':popover-open')) toast.showPopover()
}
