/** Popular policies, open and near first, for the static pages and the API. */
import { regionNearness } from './regions.ts'
import { type ApplicationWindow, windowState } from './time/application-window.ts'
import { chinaDay } from './time/china-day.ts'
import { STATE_RANK } from './time/window-use.ts'

interface Ranked {
  region: string
  window: ApplicationWindow
}

/** Sorts by whether it applies in `region`, by open windows, by nearness; equals keep their order. */
export function popularItems<Item extends Ranked>(
  items: readonly Item[],
  { region, nowMs }: { region?: string | undefined; nowMs: number },
): Item[] {
  const today = chinaDay(new Date(nowMs))
  const ranked = items.map((item) => ({
    item,
    nearness: region === undefined ? 0 : regionNearness(item.region, region),
    state: STATE_RANK[windowState(item.window, today).state],
  }))
  ranked.sort(
    (a, b) => Number(a.nearness < 0) - Number(b.nearness < 0) || a.state - b.state || b.nearness - a.nearness,
  )
  return ranked.map(({ item }) => item)
}
