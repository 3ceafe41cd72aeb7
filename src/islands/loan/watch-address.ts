/** Calls `react` for the address as it is, when it changes, and when a link leads to it once more. @returns what ends it */
export function watchAddress(react: () => void): () => void {
  // No address changes then. The jump itself would take the focus away.
  function hear(event: MouseEvent): void {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    const link = event.target instanceof Element ? event.target.closest('a') : null
    if (!link?.hash || link.href !== location.href) return
    event.preventDefault()
    react()
  }
  react()
  addEventListener('hashchange', react)
  addEventListener('click', hear)
  return () => {
    removeEventListener('hashchange', react)
    removeEventListener('click', hear)
  }
}
