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
  if (location.search === '') return
  fetchAhead(root.dataset['search'] ?? '')
  start()
}

/** The first file of the index comes beside the script that will ask for it, not after it. */
function fetchAhead(href: string): void {
  const link = { rel: 'preload', as: 'fetch', crossOrigin: 'anonymous', href }
  document.head.append(Object.assign(document.createElement('link'), link))
}
