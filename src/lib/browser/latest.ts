/** Guards against late answers, which may be outdated or another company's. */
export function latest() {
  let begun = 0
  /** For a further question beside the others. @returns whether nothing has begun since */
  const join = () => {
    const own = begun
    return () => own === begun
  }
  /** Makes the answers to all earlier questions too late. @returns whether nothing has begun since */
  const begin = () => {
    begun += 1
    return join()
  }
  return { begin, join }
}
