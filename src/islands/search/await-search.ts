/** Loads the search when the address asks for something, or somebody reaches for the box. */

export function awaitSearch(): void {
  const root = document.querySelector<HTMLElement>('[data-search]')
  const form = root?.querySelector<HTMLFormElement>('[data-search-form]')
  const failed = root?.querySelector<HTMLElement>('[data-search-failed]')
  if (!root || !form || !failed) return
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
      failed.firstElementChild?.replaceChildren('搜索没有加载成功，请检查网络。')
    }
  }
  failed.addEventListener('click', start)
  form.addEventListener('focusin', start)
  if (location.search === '') return
  const typed = new URLSearchParams(location.search).get('q') ?? ''
  const box = form.elements.namedItem('q')
  if (box instanceof HTMLInputElement && !box.value) box.value = typed.slice(0, box.maxLength)
  start()
}
