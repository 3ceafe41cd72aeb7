import type { Plugin } from 'vite'

/**
 * Takes Vite's preload helper out of dynamic imports: at 0.9 KB it would be a fifth of all script that a page may
 * have, and it only fetches a section's chunks some milliseconds earlier. It would also load the CSS of a chunk, so a
 * build in which a dynamically imported chunk has CSS of its own fails.
 */
export function plainDynamicImport(): Plugin {
  return {
    name: 'plain-dynamic-import',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    // Astro sets this for the client; what it lists nobody would read any more.
    configResolved(config) {
      const client = config.environments['client']
      if (client) client.build.modulePreload = false
    },
    transform: {
      filter: { id: /vite\/preload-helper/ },
      handler: () => ({ code: 'export const __vitePreload = (load) => load()', map: null }),
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
