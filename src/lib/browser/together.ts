/** Ends, in their order, several things that were begun together. */
export function together(...stops: readonly (() => void)[]): () => void {
  return () => {
    for (const stop of stops) stop()
  }
}
