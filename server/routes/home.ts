import type { Catalogue } from '../../src/lib/contract/catalogue.ts'
import { type HomeFigures, homeData, homeLogos } from '../../src/lib/contract/home.ts'
import { chinaDay, windowState } from '../../src/lib/rules/window.ts'
import { route } from '../http/route.ts'
import type { App } from '../http/types.ts'

const OPEN_STATES: readonly string[] = ['rolling', 'open', 'closing']

export function addHomeRoutes(app: App): void {
  route(app, homeData, async ({ services: { catalogue, now } }) => ({
    data: countFigures(await catalogue(), new Date(now())),
  }))

  route(app, homeLogos, async ({ services }) => ({ data: (await services.catalogue()).logos }))
}

function countFigures(catalogue: Catalogue, now: Date): HomeFigures {
  const today = chinaDay(now)
  return {
    originals: catalogue.policies.length,
    interpretations: catalogue.items.length,
    news: catalogue.news,
    open: catalogue.items.filter((item) => OPEN_STATES.includes(windowState(item.window, today).state))
      .length,
    counted_at: now.toISOString(),
  }
}
