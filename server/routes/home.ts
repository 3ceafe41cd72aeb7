import { homeData, homeLogos } from '../../src/lib/contract/policies/home.ts'
import { countFigures } from '../../src/lib/rules/home-figures.ts'
import { route } from '../http/route.ts'
import type { App } from '../http/types.ts'

export function addHomeRoutes(app: App): void {
  route(app, homeData, async ({ services: { catalogue, now } }) => ({
    data: countFigures(await catalogue(), new Date(now())),
  }))

  route(app, homeLogos, async ({ services }) => ({ data: (await services.catalogue()).logos }))
}
