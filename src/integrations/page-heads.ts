import { createHash } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { posix, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AstroIntegration } from 'astro'
import only from 'astro/runtime/client/only.prebuilt.js'
import { type Plugin as BundlePlugin, rolldown } from 'rolldown'
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
const ADJACENT_SCRIPTS = /(?:<script>(?:(?!<\/script>)[\s\S])*<\/script>){2,}/g
const INLINE_STYLE = /<style[^>]*>([\s\S]*?)<\/style>/g
/** Characters. More is worth requests of its own, which the next page need not make again. */
const INLINE_MOST = 8000
const MODULE_SCRIPT = /<script type="module" src="([^"]+)"><\/script>/g
/** Files of their own: what inline scripts alone import, and what the script of a page shares with what it imports later. */
const APART = ['src/islands/verdicts/show-verdicts.ts', 'src/components/compare/compare-list.ts']
/** The script of a page as Astro names it. */
const SCRIPT_OF_PAGE = /\.astro\?astro&type=script/
/** The path of a module that an inline script may need: the script decides by itself whether to import it. */
const AHEAD = /data-(ahead|import)="(\/src\/[^"]+)"/g

const ONLY =
  '{let seen=new Promise(e=>{new PerformanceObserver(e).observe({type:"paint",buffered:true});setTimeout(e,1000)});(self.Astro||={}).only=async e=>{await seen;await(await e())()};dispatchEvent(new Event("astro:only"))}'
/** Pages, so that reading and writing do not wait for each other. */
const AT_ONCE = 16
/** The module of a page that imports all its scripts. */
const PAGE_SCRIPT = '/page'

/**
 * Finishes each built page. Its style sheets stand in it, for each would keep the page white for a round trip; so do its
 * scripts, as one with all that they import: they work at once, and nothing that a reader waits for shares the line with
 * them. `data-ahead` gets the addresses of the chunks that a module has become, and `data-import` that of the module
 * alone. The policy of the page admits its own inline scripts and styles only.
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
        const finish = finisher(dir, imports, entries)
        const names = (await readdir(dir, { recursive: true })).filter((name) => name.endsWith('.html'))
        for (let start = 0; start < names.length; start += AT_ONCE) {
          const pages = names.slice(start, start + AT_ONCE).map((name) => new URL(name, dir))
          await Promise.all(
            pages.map(async (page) => writeFile(page, await finish(await readFile(page, 'utf8')))),
          )
        }
      },
    },
  }
}

/** Finishes one page after the other; what several need is read and made once. */
function finisher(dir: URL, imports: Imports, entries: ReadonlyMap<string, string>) {
  const files = new Map<string, string>()
  const scripts = new Map<string, Promise<string>>()
  return async (html: string): Promise<string> => {
    for (const address of addresses(html, SHEET))
      if (!files.has(address)) files.set(address, await readFile(new URL(`.${address}`, dir), 'utf8'))
    const modules = addresses(html, MODULE_SCRIPT)
    const kind = modules.join(' ')
    const script = scripts.get(kind) ?? bundle(modules, dir)
    scripts.set(kind, script)
    const named = nameAhead(paintFirst(html), imports, entries)
    return addPolicy(inlineScripts(inlineSheets(joinScripts(named), files), await script))
  }
}

function collectImports(imports: Map<string, readonly string[]>, entries: Map<string, string>): Plugin {
  return {
    name: 'collect-imports',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    buildStart() {
      for (const id of APART) this.emitFile({ type: 'chunk', id })
    },
    generateBundle(_options, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue
        for (const name of chunk.imports) {
          const shared = bundle[name]
          // It stands in the page as well, and would run twice.
          if (shared?.type === 'chunk' && SCRIPT_OF_PAGE.test(shared.facadeModuleId ?? ''))
            this.error(`${chunk.fileName} imports ${shared.facadeModuleId}: put what they share into APART`)
        }
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

/**
 * Astro starts an island of `client:only` while the page is still read: its chunks would come before the words. It waits
 * for them to be seen; where nobody looks, or the browser tells of no paint, for a second.
 */
export function paintFirst(html: string): string {
  if (!html.includes('client="only"')) return html
  if (!html.includes(only)) throw new Error('Astro has another script for client:only')
  return html.replace(only, () => ONLY)
}

/** @throws Error when an attribute names a module that is no chunk of its own */
export function nameAhead(html: string, imports: Imports, entries: ReadonlyMap<string, string>): string {
  return html.replace(AHEAD, (_, name: string, source: string) => {
    const entry = entries.get(source)
    if (!entry) throw new Error(`data-${name}: ${source} is not imported dynamically by itself`)
    return `data-${name}="${name === 'ahead' ? closure(entry, imports).join(' ') : entry}"`
  })
}

/** The modules at these addresses and all that they import, as one; what they import later stays a file. */
export async function bundle(modules: readonly string[], dir: URL): Promise<string> {
  const site: BundlePlugin = {
    name: 'site',
    resolveId(name, importer = '/', { kind }) {
      const id = posix.resolve(posix.dirname(importer), name)
      return kind === 'dynamic-import' ? { id, external: 'absolute' } : id
    },
    load: (id) =>
      id === PAGE_SCRIPT
        ? modules.map((address) => `import ${JSON.stringify(address)}`).join('\n')
        : readFile(new URL(`.${id}`, dir), 'utf8'),
  }
  const build = await rolldown({ input: PAGE_SCRIPT, plugins: [site] })
  const { output } = await build.generate({ minify: { compress: { target: 'es2022' } } })
  await build.close()
  return output[0].code.trim()
}

function addresses(html: string, ...patterns: RegExp[]): string[] {
  return patterns.flatMap((pattern) => [...html.matchAll(pattern)].map(([, address = '']) => address))
}

/** What Astro writes one behind the other is one: a hash of the policy is 50 bytes, as sent. */
export function joinScripts(html: string): string {
  return html.replace(ADJACENT_SCRIPTS, (run) => run.replaceAll('</script><script>', '\n;'))
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

/** The script of a page stands in the place of the last of its modules, unless it is large or would end there. */
export function inlineScripts(html: string, script: string): string {
  if (script.length > INLINE_MOST || script.includes('</script')) return html
  const last = addresses(html, MODULE_SCRIPT).length - 1
  let index = 0
  return html.replace(MODULE_SCRIPT, () =>
    index++ === last ? `<script type="module">${script}</script>` : '',
  )
}

/**
 * The policy of a page, first in its head: it admits the inline scripts and styles of this page, by their hashes. Astro's
 * own would name those of the whole site on every page, after the first script. A fragment has one of its own.
 */
export function addPolicy(html: string): string {
  const hashesOf = (pattern: RegExp) => [
    ...new Set([...html.matchAll(pattern)].map(([, text = '']) => hashOf(text))),
  ]
  const policy = [
    ...DIRECTIVES,
    ["script-src 'self'", ...hashesOf(INLINE_SCRIPT)].join(' '),
    ["style-src 'self'", ...hashesOf(INLINE_STYLE)].join(' '),
  ].join(';')
  return html.replace(
    CHARSET,
    (charset) => `${charset}<meta http-equiv="content-security-policy" content="${policy}">`,
  )
}

/** Thousands of pages have the same sheets and scripts. */
const hashes = new Map<string, string>()

function hashOf(text: string): string {
  const hash = hashes.get(text) ?? `'sha256-${createHash('sha256').update(text).digest('base64')}'`
  hashes.set(text, hash)
  return hash
}

/** A chunk and everything that it imports, each once. */
function closure(address: string, imports: Imports): string[] {
  const found = new Set([address])
  for (const name of found) for (const next of imports.get(name) ?? []) found.add(next)
  return [...found]
}
