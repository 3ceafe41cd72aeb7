/** Shows "Leave page?" while any caller has unsaved work. */

/** Time after a click in which a browser may mistake a download for leaving. Chromium does so within the click. */
const DOWNLOAD_MS = 500

const reasons = new Set<string>()
let clickedAt = Number.NEGATIVE_INFINITY

export function askBeforeLeaving(reason: string, isNeeded: boolean): void {
  if (isNeeded) reasons.add(reason)
  else reasons.delete(reason)
  const page = document.defaultView
  // Only while needed: browsers do not keep a page with this listener in the back/forward cache.
  if (reasons.size > 0) page?.addEventListener('beforeunload', askToStay)
  else page?.removeEventListener('beforeunload', askToStay)
}

/** Clicks a download link without the question: the page stays open. */
export function clickWithoutAsking(link: HTMLAnchorElement): void {
  clickedAt = performance.now()
  link.click()
}

/** Once per click: a person who leaves right after it is asked. */
function askToStay(event: Event): void {
  if (performance.now() - clickedAt > DOWNLOAD_MS) event.preventDefault()
  clickedAt = Number.NEGATIVE_INFINITY
}
