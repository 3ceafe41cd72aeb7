import { homeData, homeLogos } from '../../src/lib/contract/policies/home.ts'
import { countFigures } from '../../src/lib/rules/home-figures.ts'
import { type Mount, route } from '../http/route.ts'

export const catalogueRoutes: Mount[] = [
  route(homeData, async ({ services: { catalogue, now } }) => ({
    data: countFigures(await catalogue(), new Date(now())),
  })),

  route(homeLogos, async ({ services }) => ({ data: (await services.catalogue()).logos })),
]
