import { readFile } from 'node:fs/promises'
import type { AstroIntegration } from 'astro'
import { minify, type Plugin } from 'vite'

/** Registers `client:intent`, which wakes an island when a person is about to use it. */
export function intentDirective(): AstroIntegration {
  return {
    name: 'client-intent',
    hooks: {
      'astro:config:setup': ({ addClientDirective, updateConfig }) => {
        addClientDirective({ name: 'intent', entrypoint: './src/integrations/intent-directive.ts' })
        updateConfig({ vite: { plugins: [smallIslandElement()] } })
      },
    },
  }
}

/**
 * Astro puts its element of islands into each page, compiled for browsers that know no class fields. From the same source
 * for those that the portal has it is 0.2 KB less, as sent.
 */
function smallIslandElement(): Plugin {
  return {
    name: 'small-island-element',
    apply: 'build',
    transform: {
      filter: { id: /\/astro-island\.prebuilt\.js$/ },
      async handler(_code, id) {
        const source = await readFile(id.replace('.prebuilt', ''), 'utf8')
        // In a block nothing of it is global.
        const block = `{${source.replaceAll(/process\.env\.NODE_ENV/g, '"production"')}}`
        const { code, errors } = await minify('astro-island.js', block, { compress: { target: 'es2022' } })
        if (errors.length > 0) this.error(errors[0]?.message ?? id)
        return { code: `export default ${JSON.stringify(code)}`, map: null }
      },
    },
  }
}
