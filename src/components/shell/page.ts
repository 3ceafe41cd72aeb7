/** What every page does for itself once it is there: logged in or out as of now. */
import { callSection, onTabsNotified } from '../../lib/browser/page-events.ts'
import { printAddress } from '../../lib/browser/print-address.ts'
import { readHint, showHint } from '../../lib/browser/session-hint.ts'
import { whenIdle } from '../../lib/browser/when-idle.ts'
import { startKf } from './kf.ts'

export function startPage(): void {
  // The youngest two of what older browsers lack.
  if (!AbortSignal.any || !document.body.togglePopover) import('../../lib/browser/older-browsers.ts')
  if (/MicroMessenger/i.test(navigator.userAgent)) import('../../islands/share/in-wechat.ts')
  startKf()
  followSession()
  printAddress()
  document.addEventListener('click', ({ target }) => {
    const pressed = (target as Element).closest<HTMLElement>('[data-reading-aid]')
    if (pressed) import('./reading-aid.ts').then((aid) => aid.answerReader(pressed))
  })
}

/** Logging in or out elsewhere shows here at once, also on a page that comes back from the cache. */
function followSession(): void {
  const sync = () => {
    const before = document.documentElement.dataset['session']
    showHint()
    if (readHint() && before === 'out') callSection('messages')
    if ('offline' in document.documentElement.dataset) followOffline()
  }
  // Its own page may be heard, too: this script stands in the page, with a copy of what islands import.
  onTabsNotified('session', sync)
  addEventListener('pageshow', sync)
  // The page may have been made ready before, and shown without another `pageshow`.
  sync()
}

/** Offline reading (docs/offline.md) of who is logged in. */
function followOffline(): void {
  if (readHint()) whenIdle(() => import('../../islands/offline/start.ts'))
  // Who was logged in is no longer, by the calendar or because the cookies were deleted: the worker takes away what it keeps.
  else navigator.serviceWorker?.controller?.postMessage([])
}
