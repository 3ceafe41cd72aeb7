/** Runs `react` when the person comes back to the page: from another tab, or from a page that was opened after it. */
export function onReturn(react: () => void): () => void {
  const ended = new AbortController()
  const { signal } = ended
  const shown = () => document.visibilityState === 'visible' && react()
  document.addEventListener('visibilitychange', shown, { signal })
  document.defaultView?.addEventListener('pageshow', ({ persisted }) => persisted && react(), { signal })
  return () => ended.abort()
}
