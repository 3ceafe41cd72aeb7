/**
 * The steps that lie in the browser's history, each higher than the one before: the last is shown, those before it are
 * what the browser's back leads through.
 */
export type Trail = readonly [number, ...number[]]

export interface Move {
  /** How many entries of the history are left behind first. */
  back: number
  trail: Trail
  /** What then happens: a new entry, a replaced one, or nothing. */
  entry: 'push' | 'replace' | 'keep'
}

/** How to get to a step: forward by a new entry, back to its own entry if it has one. */
export function moveTo(trail: Trail, step: number): Move {
  const lower = trail.filter((each) => each < step)
  const next = [...lower, step] as unknown as Trail
  const back = trail.length - next.length
  if (back < 0) return { back: 0, trail: next, entry: 'push' }
  return { back, trail: next, entry: trail[lower.length] === step ? 'keep' : 'replace' }
}

/** The trail that an entry of the history holds; only the step of its address if it holds none that fits. */
export function readTrail(state: unknown, step: number): Trail {
  const kept: unknown = (state as { trail?: unknown } | null)?.trail
  const isTrail =
    Array.isArray(kept) &&
    kept.at(-1) === step &&
    kept.every((each, index) => Number.isInteger(each) && each > (kept[index - 1] ?? 0))
  return isTrail ? (kept as unknown as Trail) : [step]
}
