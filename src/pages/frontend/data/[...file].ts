/** What the build knows, as data: the catalogue for the server, the files of 一键匹配 and of the region choice. */
import type { APIRoute, GetStaticPaths } from 'astro'
import { builtCatalogue } from '../../../lib/content/catalogue.ts'
import { type InterpretationEntry, interpretations } from '../../../lib/content/entries.ts'
import industries from '../../../lib/content/industries.json' with { type: 'json' }
import { cities, districts, provinces, spokenDivisions } from '../../../lib/content/regions.ts'
import { builtRules, builtWords } from '../../../lib/content/rule-files.ts'
import { catalogueLines } from '../../../lib/contract/policies/catalogue.ts'
import { ruleLines, type Titled } from '../../../lib/contract/policies/rule-files.ts'
import { NATION } from '../../../lib/rules/regions.ts'
import { nameOf } from '../../../lib/rules/text/titles.ts'

/** Made when it is asked for: while editors write, each time anew. */
type Make = () => unknown

export const getStaticPaths = (async () => {
  const file = (path: string, make: Make) => ({ params: { file: path }, props: { make } })
  const divisions = (parent: string, make: Make) => file(`divisions/${parent}.json`, make)
  return [
    file('catalogue.jsonl', async () => catalogueLines(await builtCatalogue())),
    file('industries.json', () => industries),
    file('places.json', spokenDivisions),
    file('rules.jsonl', async () => ruleLines(await builtRules())),
    file('rules/titles.json', async () => (await interpretations()).map(toTitles)),
    ...(await builtWords()).map((words, number) => file(`rules/words-${number}.json`, () => words)),
    divisions(NATION, provinces),
    ...provinces().flatMap(({ code: province }) => {
      const below = cities(province)
      const spokenCities = below.filter(({ code }) => code.endsWith('00'))
      return [
        divisions(province, () => below),
        ...spokenCities.map(({ code }) => divisions(code, () => districts(code))),
      ]
    }),
  ]
}) satisfies GetStaticPaths

function toTitles({ data }: InterpretationEntry): Titled {
  const name = nameOf(data)
  return name === data.title ? [data.id, name] : [data.id, name, data.title]
}

export const GET: APIRoute<{ make: Make }> = async ({ props }) => {
  const made = await props.make()
  return typeof made === 'string' ? new Response(made) : Response.json(made)
}
