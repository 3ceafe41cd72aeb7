/** Aborted as soon as one of them is. Not AbortSignal.any, which iPhones lack before iOS 17.4. */
export function anySignal(...signals: readonly AbortSignal[]): AbortSignal {
  const any = new AbortController()
  for (const signal of signals) {
    if (signal.aborted) any.abort(signal.reason)
    signal.addEventListener('abort', () => any.abort(signal.reason), { once: true, signal: any.signal })
  }
  return any.signal
}
