import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'
import { normalizePath, type Plugin } from 'vite'

/** What keeps the content that pages show. */
const KEEPER = normalizePath(fileURLToPath(new URL('../lib/content/entries.ts', import.meta.url)))

/**
 * For editors, in `npm run dev` only: /frontend/overview shows everything in the content folder and what is wrong with
 * it, and what an editor saves is seen at once.
 */
export function editorOverview(contentDir: string): AstroIntegration {
  return {
    name: 'editor-overview',
    hooks: {
      'astro:config:setup': ({ command, injectRoute, updateConfig }) => {
        if (command !== 'dev') return
        injectRoute({ pattern: '/frontend/overview', entrypoint: './src/integrations/editor-overview.astro' })
        injectRoute({ pattern: '/frontend/editor', entrypoint: './src/editor/pages/index.astro' })
        injectRoute({
          pattern: '/frontend/editor/calendar.ics',
          entrypoint: './src/editor/pages/calendar.ics.ts',
        })
        updateConfig({ vite: { plugins: [reloadsContent(resolve(contentDir))] } })
      },
    },
  }
}

/** As if the module that keeps the content had changed: it is loaded anew with all that use it, and so is the page. */
function reloadsContent(folder: string): Plugin {
  return {
    name: 'reloads-content',
    configureServer: ({ watcher }) => {
      watcher.add(folder)
    },
    hotUpdate({ file, modules }) {
      if (!file.startsWith(`${normalizePath(folder)}/`)) return
      return [...modules, ...(this.environment.moduleGraph.getModulesByFile(KEEPER) ?? [])]
    },
  }
}
