import { CODES } from '../../src/lib/contract/envelope.ts'
import { readSubsidies, SUBSIDIES_PER_PAGE } from '../../src/lib/contract/policies/subsidy.ts'
import { popularItems } from '../../src/lib/rules/popular.ts'
import { Refusal } from '../http/refusal.ts'
import { route } from '../http/route.ts'
import type { App } from '../http/types.ts'
import { pageOfArray } from '../matching/page-of-array.ts'
import { toSubsidy } from '../matching/popular.ts'

export function addSubsidyRoutes(app: App): void {
  route(app, readSubsidies, async ({ query: { id, region, page }, services }) => {
    const { items } = await services.catalogue()
    const nowMs = services.now()
    if (id !== undefined) {
      const item = items.find((candidate) => candidate.id === id)
      if (!item) throw new Refusal(CODES.none, '没有找到这项政策，它可能已经下线')
      return { data: toSubsidy(item, nowMs) }
    }
    const popular = popularItems(items, { region, nowMs })
    const { items: shown, ...counts } = pageOfArray(popular, { page, perPage: SUBSIDIES_PER_PAGE })
    return { data: shown.map((item) => toSubsidy(item, nowMs)), ...counts }
  })
}
