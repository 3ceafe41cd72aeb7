/** The order of policies within 符合, 待确认 and 不符合. */
import { regionNearness } from '../../rules/regions.ts'
import { type ApplicationWindow, type WindowState, windowState } from '../../rules/time/application-window.ts'

const STATE_RANK: Record<WindowState['state'], number> = {
  open: 0,
  closing: 0,
  rolling: 0,
  upcoming: 1,
  unknown: 2,
  closed: 3,
}

/**
 * Lower comes first: what applies in `region`, then what is open, then the nearest. Equals keep their order.
 * @param today YYYY-MM-DD
 */
export function rankOf(
  policy: { region: string; window: ApplicationWindow },
  region: string | undefined,
  today: string,
): number {
  const nearness = region === undefined ? 0 : regionNearness(policy.region, region)
  const state = STATE_RANK[windowState(policy.window, today).state]
  return (nearness < 0 ? 100 : 0) + state * 10 + (5 - nearness)
}
