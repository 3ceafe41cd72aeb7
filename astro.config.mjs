import react from '@astrojs/react'
import { defineConfig, envField } from 'astro/config'
import { devApi } from './server/dev-api.ts'
import { antdSheet } from './src/integrations/antd-sheet.ts'
import { intentDirective } from './src/integrations/intent.ts'
import { pageScripts } from './src/integrations/page-scripts.ts'
import { offlineWorker } from './src/lib/browser/offline/integration.ts'
import { markdown } from './src/lib/content/text/markdown.ts'
import { site } from './src/site.ts'

const contentDir = process.env.CONTENT_DIR ?? 'src/content'
/** What a build keeps of its content; two builds of different content at a time need a folder each. */
const cacheDir = process.env.CACHE_DIR ?? './node_modules/.astro'

/**
 * What several islands load comes in a few files, so that a press waits for one wave of them. The first group is all that
 * the scripts of pages share: page-scripts.ts takes from it what a page needs, and nothing of React comes along.
 */
const groups = [
  {
    name: 'page',
    test: /preload-helper|src\/components\/(calendar|compare|shell)\/|browser\/(copy-text|embedded|page-events|print-address|remembered-region|session-hint|when-idle)|hint-cookie|time\/(china-day|durations)/,
    minShareCount: 2,
  },
  {
    name: 'common',
    test: /node_modules\/(valibot|ofetch|nanostores)\/|src\/lib\/((api|browser|content|contract\/account|rules\/text|stores\/kit)\/|(contract|stores)\/[\w-]+\.ts)/,
    minShareCount: 14,
  },
  { name: 'shared', test: /src\/lib\/(?!.*operator)/, minShareCount: 10 },
  { name: 'react', test: /node_modules\/(@astrojs\/react|@nanostores|react|react-dom|scheduler)\// },
  { name: 'kit', test: /src\/islands\/kit\/(?!antd)/, minShareCount: 14 },
  { name: 'antd', test: /node_modules\/(antd|@ant-design|@rc-component)\//, minShareCount: 1 },
]

export default defineConfig({
  site: process.env.SITE_URL ?? 'http://localhost:4321',
  output: 'static',
  cacheDir,
  markdown,
  trailingSlash: 'never',
  // A page is a folder with an index.html: nginx, OSS and the reference server all find it without a rewrite rule.
  build: { concurrency: 4, format: 'directory', assets: 'frontend/assets', inlineStylesheets: 'always' },
  integrations: [
    react(),
    intentDirective(),
    pageScripts(),
    offlineWorker(site.offline),
    (await import('./src/editor/integration.ts')).editor(contentDir, cacheDir),
    devApi(process.env),
  ],
  env: {
    schema: {
      // What pages are made from: CONTENT_DIR, in `astro dev` a copy with drafts in it (src/editor).
      SHOWN_DIR: envField.string({ context: 'server', access: 'public', default: contentDir }),
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
    environments: { client: { build: { rolldownOptions: { output: { codeSplitting: { groups } } } } } },
    server: { watch: { ignored: ['**/.builds/**', '**/.preview/**'] } },
    plugins: [antdSheet()],
    build: {
      assetsInlineLimit: 0,
      // antd is 912 KB in one piece for the desk, ali-oss 665 KB for the first upload; the byte budgets guard public pages.
      chunkSizeWarningLimit: 1000,
      // Phones of four years ago do not know light-dark() and nesting; without the first, they would see no colour.
      cssTarget: ['chrome109', 'safari16.4', 'firefox114'],
    },
  },
})
