/** Stops late answers from being shown: they may be old, or another company's. */
export interface Latest {
  /** Invalidates the answers to all earlier questions. @returns a check whether nothing has begun since */
  begin: () => () => boolean
  /** Adds a question beside the others. @returns a check whether nothing has begun since */
  join: () => () => boolean
}

export function latest(): Latest {
  let begun = 0
  const join = () => {
    const own = begun
    return () => own === begun
  }
  return {
    begin: () => {
      begun += 1
      return join()
    },
    join,
  }
}
