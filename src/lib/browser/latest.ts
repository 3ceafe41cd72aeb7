/** Keeps an answer that comes too late from being shown: what was asked before it may be old, or another company's. */
export interface Latest {
  /** From now on, answers to whatever was asked before come too late. @returns whether nothing has begun since */
  begin: () => () => boolean
  /** For one question more beside the others. @returns whether nothing has begun since */
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
