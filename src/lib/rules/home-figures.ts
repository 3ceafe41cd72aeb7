/** The portal in figures: one way of counting for the build and for the API. */
import { type ApplicationWindow, windowState } from './time/application-window.ts'
import { chinaDay } from './time/china-day.ts'

interface Counted {
  policies: readonly unknown[]
  items: readonly { window: ApplicationWindow }[]
  news: readonly unknown[]
}

const AVAILABLE_STATES: readonly string[] = ['open', 'closing', 'rolling']

/** `open` counts what can be had today, 长期有效 included. */
export function countFigures({ policies, items, news }: Counted, now: Date) {
  const today = chinaDay(now)
  return {
    originals: policies.length,
    interpretations: items.length,
    news: news.length,
    open: items.filter(({ window }) => AVAILABLE_STATES.includes(windowState(window, today).state)).length,
    counted_at: now.toISOString(),
  }
}
