/** The portal in figures, counted alike by the build and the API. */
import { type ApplicationWindow, windowState } from './time/application-window.ts'
import { chinaDay } from './time/china-day.ts'
import { takesApplications } from './time/window-use.ts'

interface Counted {
  policies: readonly unknown[]
  items: readonly { window: ApplicationWindow }[]
  news: readonly unknown[]
}

/** Separate counts: `in_force` needs no application, `open` accepts applications today. */
export function countFigures({ policies, items, news }: Counted, now: Date) {
  const today = chinaDay(now)
  return {
    originals: policies.length,
    interpretations: items.length,
    news: news.length,
    in_force: items.filter(({ window }) => windowState(window, today).state === 'in_force').length,
    open: items.filter(({ window }) => takesApplications(window, today)).length,
    counted_at: now.toISOString(),
  }
}
