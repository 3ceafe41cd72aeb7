import { createHash } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { posix, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'
import type { Plugin } from 'vite'

/** From the address of a chunk to the addresses that it imports statically. */
type Imports = ReadonlyMap<string, readonly string[]>

const DIRECTIVES = [
  "default-src 'self'",
  // Where the object store is, only the running server knows: its header narrows these two down to that origin.
  "img-src 'self' data: http: https:",
  "connect-src 'self' http: https:",
  "font-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
]
const CHARSET = /<meta charset="utf-8">/
const SHEET = /<link rel="stylesheet" href="([^"]+)">/g
/** Data in a script element is no script to the policy. */
const INLINE_SCRIPT = /<script(?![^>]*\b(?:src=|type="application\/))[^>]*>([\s\S]*?)<\/script>/g
const INLINE_STYLE = /<style[^>]*>([\s\S]*?)<\/style>/g
/** Of a minified module: what names a chunk beside it. */
const IMPORT = /(\b(?:from|import\(?)["'`])(\.\/[^"'`]+)/g
/** Characters. More is worth a request of its own, which the next page need not make again. */
const INLINE_MOST = 1000
const MODULE_SCRIPT = /<script type="module" src="([^"]+)"><\/script>/g
/** What inline scripts alone import: no module of the page leads to it. */
const ALONE = ['src/islands/verdicts/show-verdicts.ts']
/** The path of a module that an inline script may need: the script decides by itself whether to import it. */
const AHEAD = /data-(ahead|import)="(\/src\/[^"]+)"/g

/**
 * Finishes the head of each built page. What its scripts import is named there, so that it comes beside them and not one
 * round trip later; `data-ahead` gets the addresses of the chunks that a module has become, and `data-import` that of the
 * module alone. Its style sheets stand in it, for each would keep the page white for a round trip, and so do its small
 * scripts; and its policy admits the inline scripts and styles of this page only.
 */
export function pageHeads(): AstroIntegration {
  const imports = new Map<string, readonly string[]>()
  const entries = new Map<string, string>()
  return {
    name: 'page-heads',
    hooks: {
      'astro:config:setup': ({ updateConfig }) => {
        updateConfig({ vite: { plugins: [collectImports(imports, entries)] } })
      },
      'astro:build:done': async ({ dir }) => {
        const files = new Map<string, string>()
        for (const name of await readdir(dir, { recursive: true })) {
          if (!name.endsWith('.html')) continue
          const page = new URL(name, dir)
          const html = await readFile(page, 'utf8')
          for (const address of addresses(html, SHEET, MODULE_SCRIPT))
            if (!files.has(address)) files.set(address, await readFile(new URL(`.${address}`, dir), 'utf8'))
          const linked = addImports(html, imports, entries)
          const changed = addPolicy(inlineScripts(inlineSheets(linked, files), files))
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

function addresses(html: string, ...patterns: RegExp[]): string[] {
  return patterns.flatMap((pattern) => [...html.matchAll(pattern)].map(([, address = '']) => address))
}

/** All sheets of a page as one style element in the place of the first, in their order. */
export function inlineSheets(html: string, files: ReadonlyMap<string, string>): string {
  const css = addresses(html, SHEET).map((address) => files.get(address) ?? '')
  let isFirst = true
  return html.replace(SHEET, () => {
    if (!isFirst) return ''
    isFirst = false
    return `<style>${css.join('').trim()}</style>`
  })
}

/** Scripts that are small enough stand in the page; what they import keeps its address. */
export function inlineScripts(html: string, files: ReadonlyMap<string, string>): string {
  return html.replace(MODULE_SCRIPT, (script, address: string) => {
    const code = files.get(address)
    if (code === undefined || code.length > INLINE_MOST || code.includes('</script')) return script
    const folder = posix.dirname(address)
    const placed = code.replace(
      IMPORT,
      (_, before: string, name: string) => before + posix.join(folder, name),
    )
    return `<script type="module">${placed.trim()}</script>`
  })
}

/**
 * The policy of a page, first in its head: it admits the inline scripts and styles of this page, by their hashes. Astro's
 * own would name those of the whole site on every page, after the first script. A fragment has one of its own.
 */
export function addPolicy(html: string): string {
  const hashes = (pattern: RegExp) => [
    ...new Set([...html.matchAll(pattern)].map(([, text = '']) => hashOf(text))),
  ]
  const policy = [
    ...DIRECTIVES,
    ["script-src 'self'", ...hashes(INLINE_SCRIPT)].join(' '),
    ["style-src 'self'", ...hashes(INLINE_STYLE)].join(' '),
  ].join(';')
  return html.replace(
    CHARSET,
    (charset) => `${charset}<meta http-equiv="content-security-policy" content="${policy}">`,
  )
}

function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}

/** A chunk and everything that it imports, each once. */
function closure(address: string, imports: Imports): string[] {
  const found = new Set([address])
  for (const name of found) for (const next of imports.get(name) ?? []) found.add(next)
  return [...found]
}
