/** What every new time of an expert has to keep. */
import { CODES } from '../../src/lib/contract/envelope.ts'
import { SLOT_AHEAD_DAYS, SLOT_INVALID, SLOT_LONGEST_MS } from '../../src/lib/contract/operator/expert.ts'
import { DAY_MS } from '../../src/lib/rules/time/durations.ts'
import { Refusal } from '../http/refusal.ts'
import type { Times } from './slots.ts'

/** @throws Refusal 400 for a time that is over, too far away, too long or not in order; 409 for overlaps */
export function checkTimes(times: Times, nowMs: number): void {
  const sorted = times.toSorted((one, other) => one.starts_at - other.starts_at)
  for (const { starts_at, ends_at } of sorted) {
    const isPossible =
      starts_at > nowMs &&
      starts_at <= nowMs + SLOT_AHEAD_DAYS * DAY_MS &&
      ends_at > starts_at &&
      ends_at - starts_at <= SLOT_LONGEST_MS
    if (!isPossible) throw new Refusal(CODES.invalid, SLOT_INVALID)
  }
  const overlaps = sorted.some(({ ends_at }, index) => ends_at > (sorted[index + 1]?.starts_at ?? Infinity))
  if (overlaps) throw new Refusal(CODES.conflict, '填写的时间互相重叠')
}
