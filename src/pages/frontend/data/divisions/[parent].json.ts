/** The divisions below each 省 and 市, for the region choice; 000000 lists the provinces. */
import type { APIRoute, GetStaticPaths } from 'astro'
import { cities, type Division, districts, provinces } from '../../../../lib/content/regions.ts'
import { NATION } from '../../../../lib/rules/regions.ts'

export const getStaticPaths: GetStaticPaths = () => {
  const page = (parent: string, items: Division[]) => ({ params: { parent }, props: { items } })
  return [
    page(NATION, provinces()),
    ...provinces().flatMap(({ code: province }) => {
      const below = cities(province)
      const spokenCities = below.filter(({ code }) => code.endsWith('00'))
      return [page(province, below), ...spokenCities.map(({ code }) => page(code, districts(code)))]
    }),
  ]
}

export const GET: APIRoute = ({ props }) => Response.json(props['items'])
