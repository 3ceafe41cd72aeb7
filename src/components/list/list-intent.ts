/**
 * Loads the list script when it is needed: the address asks for something, a region is chosen, or somebody reaches for
 * a filter. Who only reads the first page loads nothing; a link or a form used too early works as plain navigation.
 */
import { readRegion } from '../../lib/browser/remembered-region.ts'

export function awaitListIntent(): void {
  const list = document.querySelector<HTMLElement>('[data-list]')
  if (!list) return
  let started = false
  const start = async () => {
    if (started) return
    started = true
    const { startList } = await import('./list-page.ts')
    startList(list)
  }
  if (location.search !== '' || readRegion().code !== '') start()
  const filters = list.querySelector('[data-filters]')
  for (const reach of ['focusin', 'change']) filters?.addEventListener(reach, start)
  list.querySelector('[data-pager]')?.addEventListener('pointerover', start)
  list.querySelector('[data-more]')?.addEventListener('pointerdown', start)
  document.addEventListener('region', start)
}
