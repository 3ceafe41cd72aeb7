/** Runs on every page after loading: shows the login state. */
import { callSection, onTabsNotified } from '../../lib/browser/page-events.ts'
import { printAddress } from '../../lib/browser/print-address.ts'
import { readHint, showHint } from '../../lib/browser/session-hint.ts'
import { whenIdle } from '../../lib/browser/when-idle.ts'
import { startKf } from './kf.ts'

export function startPage(): void {
  // The newest two of the features that older browsers lack.
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

/** A login or logout elsewhere shows at once, also on a page from the back/forward cache. */
function followSession(): void {
  const sync = () => {
    const before = document.documentElement.dataset['session']
    showHint()
    if (readHint() && before === 'out') callSection('messages')
    if ('offline' in document.documentElement.dataset) followOffline()
  }
  // Includes this page's islands: this script has its own copy of what they import.
  onTabsNotified('session', sync)
  addEventListener('pageshow', sync)
  // A prerendered page may be shown without another `pageshow`.
  sync()
}

/** Offline reading (docs/offline.md) for logged-in people. */
function followOffline(): void {
  if (readHint()) whenIdle(() => import('../../islands/offline/start.ts'))
  // The login has expired or its cookies were deleted: the worker deletes its copies.
  else navigator.serviceWorker?.controller?.postMessage([])
}
