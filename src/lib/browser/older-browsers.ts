/**
 * What browsers down to Chromium 109 (the last one of Windows 7) and Safari 16.4 (iPhone 8 and X) lack of what a click
 * needs; it helps by being loaded, which `page.ts` does in them only. It comes beside the page: what runs without a
 * click has to do without (`tests/guards/older-browsers.test.ts`). Popover comes from a library.
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

/** Without its options, which nobody here asks for. */
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
