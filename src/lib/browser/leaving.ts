/** Asks before the page is left while that would lose something, whoever it is that has something to lose. */

/** How long after its click a browser may take a download for leaving. Chromium does so within the click. */
const DOWNLOAD_MS = 500

const reasons = new Set<string>()
let clickedAt = Number.NEGATIVE_INFINITY

/** @param reason the caller's own: each asks, and stops asking, for itself */
export function askBeforeLeaving(reason: string, isNeeded: boolean): void {
  if (isNeeded) reasons.add(reason)
  else reasons.delete(reason)
  const page = document.defaultView
  // Not all the time: browsers do not keep a page that listens for the way back.
  if (reasons.size > 0) page?.addEventListener('beforeunload', askToStay)
  else page?.removeEventListener('beforeunload', askToStay)
}

/** Nobody is asked because of this click: what it leads to is a download, and the page stays. */
export function clickWithoutAsking(link: HTMLAnchorElement): void {
  clickedAt = performance.now()
  link.click()
}

/** Once for each click: who leaves right after it is asked. */
function askToStay(event: Event): void {
  if (performance.now() - clickedAt > DOWNLOAD_MS) event.preventDefault()
  clickedAt = Number.NEGATIVE_INFINITY
}
