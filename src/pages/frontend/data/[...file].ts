/** Data files: the catalogue for the server, the files of 一键匹配 and of the region choice. */
import type { APIRoute, GetStaticPaths } from 'astro'
import { builtCatalogue } from '../../../lib/content/catalogue.ts'
import { type InterpretationEntry, interpretations } from '../../../lib/content/entries.ts'
import industries from '../../../lib/content/industries.json' with { type: 'json' }
import industryWords from '../../../lib/content/industry-words.json' with { type: 'json' }
import { cities, districts, provinces, spokenDivisions } from '../../../lib/content/regions.ts'
import { builtRules, builtWords } from '../../../lib/content/rule-files.ts'
import type { Titled } from '../../../lib/contract/policies/rule-files.ts'
import { NATION } from '../../../lib/rules/regions.ts'
import { nameOf } from '../../../lib/rules/text/titles.ts'

/** Made on request, so that `astro dev` shows changed content. */
const MAKERS = {
  catalogue: builtCatalogue,
  industries: () => industries,
  industryWords: () => industryWords,
  places: spokenDivisions,
  rules: builtRules,
  titles: async () => (await interpretations()).map(toTitles),
  words: async (number: string) => (await builtWords())[Number(number)],
  provinces,
  cities,
  districts,
} satisfies Record<string, (of: string) => unknown>

interface Props {
  make: keyof typeof MAKERS
  /** A division, or the number of one of several files. */
  of: string
}

export const getStaticPaths = (async () => {
  const file = (path: string, make: Props['make'], of = '') => ({
    params: { file: path },
    props: { make, of },
  })
  const divisions = (make: Props['make'], of: string) => file(`divisions/${of}.json`, make, of)
  return [
    file('catalogue.json', 'catalogue'),
    file('industries.json', 'industries'),
    file('industry-words.json', 'industryWords'),
    file('places.json', 'places'),
    file('rules.json', 'rules'),
    file('rules/titles.json', 'titles'),
    ...(await builtWords()).map((_, number) => file(`rules/words-${number}.json`, 'words', String(number))),
    divisions('provinces', NATION),
    ...provinces().flatMap(({ code: province }) => {
      const spokenCities = cities(province).filter(({ code }) => code.endsWith('00'))
      return [divisions('cities', province), ...spokenCities.map(({ code }) => divisions('districts', code))]
    }),
  ]
}) satisfies GetStaticPaths

function toTitles({ data }: InterpretationEntry): Titled {
  const name = nameOf(data)
  return { id: data.id, name, ...(name !== data.title && { title: data.title }) }
}

export const GET: APIRoute<Props> = async ({ props: { make, of } }) => {
  return Response.json(await MAKERS[make](of))
}
