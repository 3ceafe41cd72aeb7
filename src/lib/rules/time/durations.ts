/** Lengths of time, in milliseconds. As figures: the script of every page has what it uses of them, and no more. */
export const SECOND_MS = 1000
export const MINUTE_MS = 60_000
export const HOUR_MS = 3_600_000
export const DAY_MS = 86_400_000
