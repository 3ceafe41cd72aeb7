import { parseArgs } from 'node:util'
import react from '@astrojs/react'
import { defineConfig, envField } from 'astro/config'
import { devApi } from './server/dev-api.ts'
import { editor } from './src/editor/integration.ts'
import { antdSheet } from './src/integrations/antd-sheet.ts'
import { intentDirective } from './src/integrations/intent.ts'
import { joinedChunks } from './src/integrations/joined-chunks.ts'
import { offlineWorker } from './src/integrations/offline-worker.ts'
import { pageHeads } from './src/integrations/page-heads.ts'
import { plainDynamicImport } from './src/integrations/plain-dynamic-import.ts'
import { reactIslands } from './src/integrations/react-islands.ts'
import { unchangedPages } from './src/integrations/unchanged-pages.ts'
import { site } from './src/site.ts'

/** `astro build --last DIR` takes over what has not changed since the build there. */
const { last } = parseArgs({ strict: false, options: { last: { type: 'string' } } }).values

const contentDir = process.env.CONTENT_DIR ?? 'src/content'
/** What a build keeps of its content; two builds of different content at a time need a folder each. */
const cacheDir = process.env.CACHE_DIR ?? './node_modules/.astro'

export default defineConfig({
  site: process.env.SITE_URL ?? 'http://localhost:4321',
  output: 'static',
  cacheDir,
  trailingSlash: 'never',
  // A page is a folder with an index.html: nginx, OSS and the reference server all find it without a rewrite rule.
  build: { format: 'directory', assets: 'frontend/assets', inlineStylesheets: 'never' },
  integrations: [
    reactIslands(react()),
    intentDirective(),
    pageHeads(),
    offlineWorker(site.offline),
    // After what finishes the pages that are made: those that are taken over are finished.
    unchangedPages(last, [process.env.SITE_URL, contentDir]),
    editor(contentDir, cacheDir),
    devApi(process.env),
  ],
  env: {
    schema: {
      CONTENT_DIR: envField.string({ context: 'server', access: 'public', default: contentDir }),
      CACHE_DIR: envField.string({ context: 'server', access: 'public', default: cacheDir }),
      // Of `npm run dev`: where editors read the running portal (docs/settings.md).
      EDITORS_REPORT: envField.string({ context: 'server', access: 'secret', optional: true }),
      // Of `npm run preview:branch`: which branch the build shows, in words. Drafts are part of it, and every page says so.
      PREVIEW_OF: envField.string({ context: 'server', access: 'public', optional: true }),
      // The moment of the build in seconds, for builds that can be compared (reproducible-builds.org).
      SOURCE_DATE_EPOCH: envField.number({ context: 'server', access: 'secret', optional: true }),
    },
  },
  devToolbar: { enabled: false },
  vite: {
    server: { watch: { ignored: ['**/.builds/**', '**/.preview/**'] } },
    plugins: [plainDynamicImport(), antdSheet(), joinedChunks()],
    build: {
      assetsInlineLimit: 0,
      // ali-oss is 665 KB in one piece and loaded at the first upload only; what pages load, the byte budgets guard.
      chunkSizeWarningLimit: 700,
      // Phones of four years ago do not know light-dark() and nesting; without the first, they would see no colour.
      cssTarget: ['chrome109', 'safari16.4', 'firefox114'],
      rolldownOptions: {
        // A number with a name in another file would be passed from file to file: 60 bytes of every page.
        optimization: { inlineConst: { mode: 'all', pass: 2 } },
      },
    },
  },
})
