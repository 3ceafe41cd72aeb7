/** Finds broken internal links and ids in the files. */
import { bodyLinks, type ContentEntry } from '../load/markdown-file.ts'
import type { Problem } from '../load/yaml-fields.ts'

/** Page ids of each collection. */
export interface KnownPages {
  originals: ReadonlySet<number>
  interpretations: ReadonlySet<number>
  news: ReadonlySet<number>
  funds: ReadonlySet<number>
  /** Category and id, as in the address: 1/3. */
  providers: ReadonlySet<string>
}

const PAGES: Record<string, Exclude<keyof KnownPages, 'providers'>> = {
  '/review': 'originals',
  '/rmobile': 'originals',
  '/pmanagement': 'interpretations',
  '/pmobile': 'interpretations',
  '/popular': 'interpretations',
  '/information/consultation': 'news',
  '/imobile': 'news',
  '/fund': 'funds',
}
const DETAIL = /^(\/\w+(?:\/consultation)?)\/(\d+)$/
const PROVIDER = /^\/enterprise\/(\d+\/\d+)$/
const FIXED =
  /^\/(pmanagementlist|reviewlist|information|search|match|compare|places|popular|help|facilitator|enter|agreement|privacy|grade|account|documents|loan(\/(home|explain|declare))?|mylist\/[1-4]|providerlist\/[1-6])?$/

/** Checks the internal links of texts. */
export function brokenLinks(entries: readonly ContentEntry<unknown>[], known: KnownPages): Problem[] {
  return entries.flatMap(({ file, body, bodyLine }) =>
    bodyLinks(body)
      .filter(({ address }) => address.startsWith('/') && !leadsSomewhere(address, known))
      .map(({ address, line }) => ({
        file,
        line: bodyLine + line - 1,
        field: '正文',
        expected: '本站有的页面',
        found: address,
      })),
  )
}

function leadsSomewhere(address: string, known: KnownPages): boolean {
  const path = address.replace(/[?#].*$/, '')
  const detail = DETAIL.exec(path)
  const collection = detail?.[1] && PAGES[detail[1]]
  if (collection) return known[collection].has(Number(detail[2]))
  const provider = PROVIDER.exec(path)?.[1]
  return provider ? known.providers.has(provider) : FIXED.test(path)
}
