import type { Plugin } from 'vite'

const PRELOAD_PLUGIN = 'native:import-analysis-build'

/**
 * Leaves dynamic imports as they are written: Vite would wrap each, and add a preload helper that alone is a fifth of all
 * script that a page may have, to fetch a section's chunks some milliseconds earlier. The helper would also load the CSS
 * of a chunk, so a build in which a dynamically imported chunk has CSS of its own fails.
 */
export function plainDynamicImport(): Plugin {
  return {
    name: 'plain-dynamic-import',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    // Vite has no setting for it; the list becomes the plugins of each environment only later.
    configResolved({ plugins }) {
      const index = plugins.findIndex(({ name }) => name === PRELOAD_PLUGIN)
      if (index < 0) throw new Error(`Vite has no plugin ${PRELOAD_PLUGIN} any more`)
      ;(plugins as Plugin[]).splice(index, 1)
    },
    generateBundle(_options, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk' || !chunk.isDynamicEntry) continue
        const css = [...(chunk.viteMetadata?.importedCss ?? [])]
        if (css.length > 0)
          this.error(`${chunk.name} is imported dynamically and has CSS (${css.join(', ')})`)
      }
    },
  }
}
