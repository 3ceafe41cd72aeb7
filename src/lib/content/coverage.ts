/** Policies by place. */
import { NATION, provinceOf } from '../rules/regions.ts'
import { canBeHad } from '../rules/time/window-use.ts'
import { provinces } from './regions.ts'
import { type Interpretation, windowOf } from './schema/documents.ts'

/** Returns the available policies: neither ended nor laws. @param today YYYY-MM-DD in China */
export function inForce<Item extends { data: Interpretation }>(
  items: readonly Item[],
  today: string,
): Item[] {
  return items.filter(({ data }) => canBeHad(windowOf(data.window), today))
}

export interface Place<Item> {
  code: string
  name: string
  items: Item[]
}

/** Returns the nation, then every 省级 division by code, including those without policies. */
export function byProvince<Item extends { data: Pick<Interpretation, 'region'> }>(
  items: readonly Item[],
): [nation: Item[], provinces: Place<Item>[]] {
  const groups = Map.groupBy(items, ({ data }) => provinceOf(data.region))
  return [
    groups.get(NATION) ?? [],
    provinces().map(({ code, name }) => ({ code, name, items: groups.get(code) ?? [] })),
  ]
}
