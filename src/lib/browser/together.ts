/** Returns a function that runs these stops in order. */
export function together(...stops: readonly (() => void)[]): () => void {
  return () => {
    for (const stop of stops) stop()
  }
}
