import { defineCollection } from 'astro:content'
import { CONTENT_DIR } from 'astro:env/server'
import { markdownFolder } from './lib/content/load/astro-loader.ts'
import { interpretationSchema, newsSchema, originalSchema } from './lib/content/schema/documents.ts'

export const collections = {
  originals: defineCollection({ loader: markdownFolder(CONTENT_DIR, 'originals'), schema: originalSchema }),
  interpretations: defineCollection({
    loader: markdownFolder(CONTENT_DIR, 'interpretations'),
    schema: interpretationSchema,
  }),
  news: defineCollection({ loader: markdownFolder(CONTENT_DIR, 'news'), schema: newsSchema }),
}
