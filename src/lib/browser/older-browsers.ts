/**
 * What browsers down to Chromium 108 (the last ones of Windows 7) and Safari 16.4 (iPhone 8 and X) lack of what this
 * site uses; it helps by being loaded, which `page.ts` does in them only. Popover comes from a library, the rest is a
 * line or two each.
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

Array.prototype.toSorted ??= function toSorted(compare) {
  return [...this].sort(compare)
}

Array.prototype.toReversed ??= function toReversed() {
  return [...this].reverse()
}

URL.canParse ??= (url, base) => {
  try {
    new URL(url, base)
    return true
  } catch {
    return false
  }
}
