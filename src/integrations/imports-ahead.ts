import { readdir, readFile, writeFile } from 'node:fs/promises'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'
import type { Plugin } from 'vite'

/** From the address of a chunk to the addresses that it imports statically. */
type Imports = ReadonlyMap<string, readonly string[]>

const MODULE_SCRIPT = /<script type="module" src="([^"]+)"><\/script>/g
/** What inline scripts alone import: no module of the page leads to it. */
const ALONE = ['src/islands/verdicts/show-verdicts.ts']
/** The path of a module that an inline script may need: the script decides by itself whether to import it. */
const AHEAD = /data-(ahead|import)="(\/src\/[^"]+)"/g

/**
 * Writes into each page what its scripts import, so that it comes beside them and not one round trip later; into
 * `data-ahead` the addresses of the chunks that a module has become, and into `data-import` that of the module alone.
 */
export function importsAhead(): AstroIntegration {
  const imports = new Map<string, readonly string[]>()
  const entries = new Map<string, string>()
  return {
    name: 'imports-ahead',
    hooks: {
      'astro:config:setup': ({ updateConfig }) => {
        updateConfig({ vite: { plugins: [collectImports(imports, entries)] } })
      },
      'astro:build:done': async ({ dir }) => {
        for (const name of await readdir(dir, { recursive: true })) {
          if (!name.endsWith('.html')) continue
          const page = new URL(name, dir)
          const html = await readFile(page, 'utf8')
          const changed = addImports(html, imports, entries)
          if (changed !== html) await writeFile(page, changed)
        }
      },
    },
  }
}

function collectImports(imports: Map<string, readonly string[]>, entries: Map<string, string>): Plugin {
  return {
    name: 'collect-imports',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    buildStart() {
      for (const id of ALONE) this.emitFile({ type: 'chunk', id })
    },
    generateBundle(_options, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue
        imports.set(
          `/${chunk.fileName}`,
          chunk.imports.map((name) => `/${name}`),
        )
        if (chunk.facadeModuleId) entries.set(sourcePath(chunk.facadeModuleId), `/${chunk.fileName}`)
      }
    },
  }
}

function sourcePath(id: string): string {
  return `/${relative(fileURLToPath(new URL('../..', import.meta.url)), id)}`
}

/** @throws Error when an attribute names a module that is no chunk of its own */
export function addImports(html: string, imports: Imports, entries: ReadonlyMap<string, string>): string {
  const named = new Set<string>()
  return html
    .replace(MODULE_SCRIPT, (script, address: string) => {
      const fresh = closure(address, imports).filter((name) => name !== address && !named.has(name))
      for (const name of fresh) named.add(name)
      return fresh.map((name) => `<link rel="modulepreload" href="${name}">`).join('') + script
    })
    .replace(AHEAD, (_, name: string, source: string) => {
      const entry = entries.get(source)
      if (!entry) throw new Error(`data-${name}: ${source} is not imported dynamically by itself`)
      return `data-${name}="${name === 'ahead' ? closure(entry, imports).join(' ') : entry}"`
    })
}

/** A chunk and everything that it imports, each once. */
function closure(address: string, imports: Imports): string[] {
  const found = new Set([address])
  for (const name of found) for (const next of imports.get(name) ?? []) found.add(next)
  return [...found]
}
