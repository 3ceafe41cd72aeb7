/** Loads the search when the address asks for something, or somebody reaches for the box. */

export function awaitSearch(): void {
  const root = document.querySelector<HTMLElement>('[data-search]')
  const failed = root?.querySelector<HTMLElement>('[data-search-failed]')
  if (!root || !failed) return
  let started = false
  const start = async () => {
    if (started) return
    started = true
    failed.hidden = true
    try {
      const { startSearch } = await import('./start-search.ts')
      startSearch(root)
    } catch (error) {
      console.error(error)
      started = false
      failed.hidden = false
    }
  }
  failed.addEventListener('click', start)
  root.querySelector('form')?.addEventListener('focusin', start)
  if (location.search !== '') start()
}
