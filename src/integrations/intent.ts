import { basename } from 'node:path'
import type { AstroIntegration } from 'astro'
import type { Plugin } from 'vite'

/** Registers `client:intent`, which wakes an island when a person is about to use it. */
export function intentDirective(): AstroIntegration {
  return {
    name: 'client-intent',
    hooks: {
      'astro:config:setup': ({ addClientDirective, updateConfig }) => {
        addClientDirective({ name: 'intent', entrypoint: './src/integrations/intent-directive.ts' })
        updateConfig({ vite: { plugins: [hoistImports()] } })
      },
    },
  }
}

/**
 * Lets an island name all chunks that it needs, so that one round trip loads them; otherwise each level of imports would
 * take another one. Rollup does so by itself (`hoistTransitiveImports`), rolldown does not yet. Scripts of pages are
 * excluded, because their bundle contains everything (page-scripts.ts).
 */
function hoistImports(): Plugin {
  return {
    name: 'hoist-imports',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    renderChunk(code, { fileName, facadeModuleId }, _options, { chunks }) {
      if (!facadeModuleId || facadeModuleId.includes('?astro&type=script')) return null
      const needed = new Set(chunks[fileName]?.imports)
      const named = new Set(needed)
      for (const name of needed) for (const next of chunks[name]?.imports ?? []) needed.add(next)
      const more = [...needed.difference(named)]
        // Vite removes chunks that contain only styles.
        .filter((name) => chunks[name]?.moduleIds.some((id) => !/\.css(\?|$)/.test(id)))
        .map((name) => `import"./${basename(name)}";`)
      return more.length > 0 ? { code: `${code}\n${more.join('')}`, map: null } : null
    },
  }
}
