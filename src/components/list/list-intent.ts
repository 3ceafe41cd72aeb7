/**
 * Loads the list script when it is needed: the address asks for something, a region is chosen, or somebody reaches for
 * a filter. A visitor who only reads the first page loads nothing; a link or form used too early navigates plainly.
 */
import { readRegion } from '../../lib/browser/remembered-region.ts'

export function awaitListIntent(): void {
  const list = document.querySelector<HTMLElement>('[data-list]')
  if (!list) return
  let started = false
  const start = async () => {
    if (started) return
    started = true
    failed.hidden = true
    try {
      const { startList } = await import('./list-page.ts')
      startList(list)
    } catch (error) {
      console.error(error)
      started = false
      failed.hidden = false
    }
  }
  const failed = list.querySelector('[data-failed]') as HTMLElement
  failed.addEventListener('click', start)
  if (location.search || readRegion().code) start()
  const filters = list.querySelector('[data-filters]')
  for (const reach of ['focusin', 'change']) filters?.addEventListener(reach, start)
  document.addEventListener('region', start)

  const more = list.querySelector('[data-more]')
  more?.addEventListener('click', () => {
    more.setAttribute('aria-expanded', String(more.getAttribute('aria-expanded') !== 'true'))
  })
}
