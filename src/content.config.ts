/**
 * The collections of content. Pages ask for what visitors may see of them by src/lib/content/entries.ts; servers, scripts
 * and checks read the same files with the same schemas (src/lib/content/check/library.ts).
 */
import { defineCollection } from 'astro:content'
import { SHOWN_DIR } from 'astro:env/server'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { glob } from 'astro/loaders'
import { z } from 'astro/zod'
import { COLLECTION_SCHEMAS, type CollectionName } from './lib/content/schema/documents.ts'

/**
 * Rendered at once, for pages, clause links and the search work on the HTML, and a deferred one is a component. In `astro
 * dev` pages read the files (src/lib/content/load/dev-entries.ts).
 */
function folder<Name extends CollectionName>(name: Name) {
  return defineCollection({
    loader: import.meta.env.DEV
      ? () => []
      : glob({
          base: pathToFileURL(resolve(join(SHOWN_DIR, name))),
          pattern: '**/*.md',
          generateId: ({ entry }) => entry,
          retainBody: false,
        }),
    schema: z.preprocess(asWritten, COLLECTION_SCHEMAS[name]),
  })
}

/** Astro's YAML makes a moment of a day; the schemas want what is written. */
function asWritten(data: unknown): unknown {
  return JSON.parse(JSON.stringify(data).replaceAll('T00:00:00.000Z"', '"'))
}

export const collections = {
  originals: folder('originals'),
  interpretations: folder('interpretations'),
  news: folder('news'),
  providers: folder('providers'),
  funds: folder('funds'),
  loans: folder('loans'),
}
