/**
 * Adds features that clicks need to browsers down to Chromium 109 (the last one on Windows 7) and Safari 16.4 (iPhone 8
 * and X); only they load it (`page.ts`). It arrives beside the page: code that runs without a click must not need it
 * (`tests/guards/older-browsers.test.ts`). A library adds popover.
 */
import '@oddbird/popover-polyfill'

AbortSignal.any ??= (signals) => {
  const any = new AbortController()
  for (const signal of signals) {
    const follow = () => any.abort(signal.reason)
    if (signal.aborted) follow()
    else signal.addEventListener('abort', follow, { once: true, signal: any.signal })
  }
  return any.signal
}

/** Without options: no caller here uses them. */
Element.prototype.checkVisibility ??= function checkVisibility() {
  return this.getClientRects().length > 0
}

URL.canParse ??= (url, base) => {
  try {
    new URL(url, base)
    return true
  } catch {
    return false
  }
}
