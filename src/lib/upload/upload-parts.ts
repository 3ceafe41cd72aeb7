/** How a file is cut into the parts of an upload. */

export interface PartPlan {
  /** From 1. */
  number: number
  /** First byte. */
  start: number
  /** The byte after the last. */
  end: number
}

/** Parts of `partBytes`; the last is what is left. An empty file has none. */
export function planParts(size: number, partBytes: number): PartPlan[] {
  return Array.from({ length: Math.ceil(size / partBytes) }, (_, index) => ({
    number: index + 1,
    start: index * partBytes,
    end: Math.min(size, (index + 1) * partBytes),
  }))
}
