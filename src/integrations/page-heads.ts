import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { posix, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AstroIntegration, AstroPrerenderer } from 'astro'
import only from 'astro/runtime/client/only.prebuilt.js'
import { type Plugin as BundlePlugin, type OutputBundle, type OutputChunk, rolldown } from 'rolldown'
import { minify, type Plugin } from 'vite'

/** From the address of a chunk to the addresses that it imports: at once, or later. */
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
/** Neither a module nor data. */
const PLAIN_SCRIPT = /(<script(?![^>]*\b(?:src|type)=)[^>]*>)([\s\S]*?)(?=<\/script>)/g
const ADJACENT_SCRIPTS = /(?:<script>(?:(?!<\/script>)[\s\S])*<\/script>){2,}/g
const INLINE_STYLE = /<style[^>]*>([\s\S]*?)<\/style>/g
/** Characters. More is worth requests of its own, which the next page need not make again. */
const INLINE_MOST = 8000
const MODULE_SCRIPT = /<script type="module" src="([^"]+)"><\/script>/g
/** Files of their own: what inline scripts alone import, and what the script of a page shares with what it imports later. */
const APART = ['src/islands/match/show-verdicts.ts', 'src/components/compare/compare-list.ts']
/** The script of a page as Astro names it. */
const SCRIPT_OF_PAGE = /\.astro\?astro&type=script/
const RENDERER = /\/@astrojs\/react\/dist\/client\.js$/
/** Among the entries: the file of React itself. */
const REACT = 'react'
/** The path of a module that an inline script may need: the script decides by itself whether to import it. */
const AHEAD = /data-(ahead|import)="(\/src\/[^"]+)"/g

const ONLY =
  '{let seen=new Promise(e=>{new PerformanceObserver(e).observe({type:"paint",buffered:true});setTimeout(e,1000)});(self.Astro||={}).only=async e=>{await seen;document.head.append(Object.assign(document.createElement("link"),{rel:"modulepreload",href:document.body.dataset.react}));await(await e())()};dispatchEvent(new Event("astro:only"))}'
/**
 * Chromium makes a page ready while somebody points at its link (inline-scripts.ts): its scripts wait for the reader, so
 * that they ask the backend, and look at what the browser keeps, as of then.
 */
const UNTIL_SEEN =
  'if(document.prerendering)await new Promise(e=>document.addEventListener("prerenderingchange",e,{once:true}));'
/** The module of a page that imports all its scripts. */
const PAGE_SCRIPT = '/page'

/** How a page becomes its finished self. */
type Finish = (html: string) => Promise<string>

/**
 * Finishes each page as it is rendered. Its style sheets stand in it, for each would keep the page white for a round trip;
 * so do its scripts, as one with all that they import: they work at once, and nothing that a reader waits for shares the
 * line with them. `data-ahead` gets the addresses of the chunks that a module has become, and `data-import` that of the
 * module alone. The policy of the page admits its own inline scripts and styles only.
 */
export function pageHeads(): AstroIntegration {
  const imports = new Map<string, readonly string[]>()
  const later = new Map<string, readonly string[]>()
  const entries = new Map<string, string>()
  let finish: Finish
  return {
    name: 'page-heads',
    hooks: {
      'astro:config:setup': ({ updateConfig }) => {
        updateConfig({ vite: { plugins: [collectImports(imports, later, entries)] } })
      },
      'astro:config:done': ({ config }) => {
        finish = finisher(config.outDir, imports, later, entries)
      },
      'astro:build:start': ({ setPrerenderer }) => {
        setPrerenderer((usual) => finishing(usual, finish))
      },
    },
  }
}

/** Renders as usual and finishes what is a page. */
function finishing(usual: AstroPrerenderer, finish: Finish): AstroPrerenderer {
  return {
    ...usual,
    async render(request, options) {
      const rendered = await usual.render(request, options)
      const { response, ...rest } = rendered instanceof Response ? { response: rendered } : rendered
      if (!response.body || !response.headers.get('content-type')?.startsWith('text/html')) return rendered
      // A string would be checked and copied once more.
      const page = Buffer.from(await finish(await response.text()))
      return { ...rest, response: new Response(page, response) }
    },
  }
}

/** Finishes one page after the other; what several need is read and made once. */
function finisher(dir: URL, imports: Imports, later: Imports, entries: ReadonlyMap<string, string>): Finish {
  const readSheets = perKind(async (sheets) => {
    const texts = await Promise.all(sheets.map((address) => readFile(new URL(`.${address}`, dir), 'utf8')))
    return texts.join('').trim()
  })
  const bundleScripts = perKind((modules) => bundle(modules, laterThan(modules, imports, later), dir))
  return async (html) => {
    const css = await readSheets(addresses(headOf(html), SHEET))
    const script = await bundleScripts(addresses(html, MODULE_SCRIPT))
    const named = joinScripts(
      nameAhead(nameReact(paintFirst(plainIslands(html)), entries.get(REACT)), imports, entries),
    )
    const small = await minifyPlain(named)
    return inlineSheets(addPolicy(inlineScripts(small, script), css), css)
  }
}

/** Makes it once for all pages that link the same. */
function perKind(make: (linked: readonly string[]) => Promise<string>) {
  const made = new Map<string, Promise<string>>()
  return (linked: readonly string[]): Promise<string> => {
    const kind = linked.join(' ')
    const known = made.get(kind) ?? make(linked)
    made.set(kind, known)
    return known
  }
}

function collectImports(
  imports: Map<string, readonly string[]>,
  later: Map<string, readonly string[]>,
  entries: Map<string, string>,
): Plugin {
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
        const address = (name: string) => `/${name}`
        if (RENDERER.test(chunk.facadeModuleId ?? ''))
          entries.set(REACT, address(largestBelow(chunk, bundle)))
        imports.set(address(chunk.fileName), chunk.imports.map(address))
        later.set(address(chunk.fileName), chunk.dynamicImports.map(address))
        if (chunk.facadeModuleId) entries.set(sourcePath(chunk.facadeModuleId), `/${chunk.fileName}`)
      }
    },
  }
}

/** What most bytes of an island are in, whichever it is. */
function largestBelow(entry: OutputChunk, bundle: OutputBundle): string {
  const found = new Set([entry])
  for (const { imports } of found) {
    for (const name of imports) if (bundle[name]?.type === 'chunk') found.add(bundle[name])
  }
  const [largest = entry] = [...found].sort((a, b) => b.code.length - a.code.length)
  return largest.fileName
}

/** An island that wakes fetches what all islands need beside its own files, which only then name it (intent-directive.ts). */
export function nameReact(html: string, address: string | undefined): string {
  if (!address || !/client="(?:intent|only)"/.test(html)) return html
  return html.replace('<body', `<body data-react="${address}"`)
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

/** Astro writes on an island what nothing reads: a hash of its own, its name once more, where it stands, and the scope of the sheet of whoever shows it. 200 bytes a page. */
export function plainIslands(html: string): string {
  return html.replace(/<astro-island [^>]*>/g, (island) =>
    island
      .replace(/ uid="[^"]*"/, '')
      .replace(/(?<= props="\{)&quot;slot&quot;:\[0,&quot;\w*&quot;\],?/, '')
      .replace(/(?<= opts="\{)&quot;name&quot;:&quot;\w*&quot;,/, '')
      .replace(
        /(?<=props="\{)&quot;data-astro-cid-\w+&quot;:\[0,true\],?|,&quot;data-astro-cid-\w+&quot;:\[0,true\]/,
        '',
      ),
  )
}

/** @throws Error when an attribute names a module that is no chunk of its own */
export function nameAhead(html: string, imports: Imports, entries: ReadonlyMap<string, string>): string {
  return html.replace(AHEAD, (_, name: string, source: string) => {
    const entry = entries.get(source)
    if (!entry) throw new Error(`data-${name}: ${source} is not imported dynamically by itself`)
    return `data-${name}="${name === 'ahead' ? closure(entry, imports).join(' ') : entry}"`
  })
}

/**
 * The modules at these addresses and all that they import, as one. What one of them imports `later` stays a file, for
 * those that import it at once, too: left to itself, rolldown does what the import says that it happens to meet first.
 */
export async function bundle(
  modules: readonly string[],
  later: ReadonlySet<string>,
  dir: URL,
): Promise<string> {
  const site: BundlePlugin = {
    name: 'site',
    resolveId(name, importer = '/') {
      const id = posix.resolve(posix.dirname(importer), name)
      return later.has(id) ? { id, external: 'absolute' } : id
    },
    load: (id) =>
      id === PAGE_SCRIPT
        ? modules.map((address) => `import ${JSON.stringify(address)}`).join('\n')
        : readFile(new URL(`.${id}`, dir), 'utf8'),
  }
  const build = await rolldown({ input: PAGE_SCRIPT, plugins: [site] })
  const { output } = await build.generate({ minify: { compress: { target: 'es2022' } }, banner: UNTIL_SEEN })
  await build.close()
  return output[0].code.trim()
}

function addresses(html: string, pattern: RegExp): string[] {
  return [...html.matchAll(pattern)].map(([, address = '']) => address)
}

/** What Astro writes one behind the other is one: a hash of the policy is 50 bytes, as sent. */
export function joinScripts(html: string): string {
  return html.replace(ADJACENT_SCRIPTS, (run) => run.replaceAll('</script><script>', '\n;'))
}

/** Thousands of pages have the same ones. */
const minified = new Map<string, string>()

/**
 * What the pages write themselves comes as it was written, and what Astro writes from another minifier: in one hand they
 * are 0.2 KB less, as sent. What a script declares may be meant for the next one.
 */
export async function minifyPlain(html: string): Promise<string> {
  for (const [, , script = ''] of html.matchAll(PLAIN_SCRIPT)) {
    if (minified.has(script)) continue
    const { code, errors } = await minify('inline.js', script, {
      compress: { target: 'es2022' },
      mangle: { toplevel: false },
    })
    if (errors[0]) throw new Error(`${errors[0].message} in the inline script ${script}`)
    minified.set(script, code)
  }
  return html.replace(PLAIN_SCRIPT, (_, tag: string, script: string) => tag + minified.get(script))
}

/** Sheets are linked in the head; a fragment has none, and may link them anywhere. */
function headOf(html: string): string {
  const end = html.indexOf('</head>')
  return end === -1 ? html : html.slice(0, end)
}

/** The sheets of a page stand in it as one, in the place of the first. */
export function inlineSheets(html: string, css: string): string {
  const head = headOf(html)
  const [before = '', ...between] = head.split(SHEET).filter((_, index) => index % 2 === 0)
  return between.length === 0
    ? html
    : `${before}<style>${css}</style>${between.join('')}${html.slice(head.length)}`
}

/** The script of a page stands in the place of the last of its modules, unless it is large or would end there. */
export function inlineScripts(html: string, script: string): string {
  if (script.length > INLINE_MOST || script.includes('</script')) return html
  const texts = html.split(MODULE_SCRIPT).filter((_, index) => index % 2 === 0)
  const after = texts.pop() ?? ''
  return texts.length === 0 ? html : `${texts.join('')}<script type="module">${script}</script>${after}`
}

/**
 * The policy of a page, first in its head: it admits its sheets and the inline scripts and styles beside them, by their
 * hashes. Astro's own would name those of the whole site on every page, after the first script. A fragment has one of
 * its own.
 */
export function addPolicy(html: string, css: string): string {
  const texts = (pattern: RegExp) => [...html.matchAll(pattern)].map(([, text = '']) => text)
  const hashesOf = (all: string[]) => [...new Set(all.map(hashOf))]
  const policy = [
    ...DIRECTIVES,
    ["script-src 'self'", ...hashesOf(texts(INLINE_SCRIPT))].join(' '),
    ["style-src 'self'", ...hashesOf([...(css ? [css] : []), ...texts(INLINE_STYLE)])].join(' '),
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

function laterThan(modules: readonly string[], imports: Imports, later: Imports): ReadonlySet<string> {
  const atOnce = modules.flatMap((address) => closure(address, imports))
  return new Set(atOnce.flatMap((address) => later.get(address) ?? []))
}

/** A chunk and everything that it imports, each once. */
function closure(address: string, imports: Imports): string[] {
  const found = new Set([address])
  for (const name of found) for (const next of imports.get(name) ?? []) found.add(next)
  return [...found]
}
