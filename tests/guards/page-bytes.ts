/** What a page of the static export costs its visitor, in bytes, counted from the files. */
import { existsSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { brotliParams } from '../../scripts/precompress.ts'

export interface PageBytes {
  /** After gzip -9: scripts that load without anybody doing anything, inline ones, and modules with all they import. */
  script: number
  /** As browsers get them, after brotli: the same scripts, and the document with the styles in it. */
  sent: { script: number; document: number }
  /** Addresses of the modules among them. */
  modules: string[]
  /** The document, and what it makes load before anybody does anything: scripts and styles. */
  requests: number
}

const BUDGETS = {
  script: 8 * 1024,
  // The document alone: whatever else comes before the first paint costs a fifth of the time until then.
  requests: 1,
  document: 32 * 1024,
  loginScript: 110 * 1024,
  pickerScript: 240 * 1024,
  chatScript: 230 * 1024,
  // From a tap on an island until it is there: each file has a head of its own, and each wave waits for the one before.
  islandFiles: 44,
  islandWaves: 2,
}

/** What other sites load to give our frames their height (docs/embed.md). */
const HOST_SCRIPT = { path: 'frontend/embed.js', most: 1229 }

const gzip = (text: string | Buffer) => gzipSync(text, { level: 9 }).length

const brotli = (text: string | Buffer, name = '') =>
  brotliCompressSync(text, { params: brotliParams(Buffer.byteLength(text), name) }).length

/** `path` is a route: `/` or `/review/2`. */
export function measurePage(distDir: string, path: string): PageBytes {
  const html = readPage(distDir, path)
  const inline = [
    ...html.matchAll(/<script(?![^>]*\b(?:src=|type="application\/ld\+json"))[^>]*>([\s\S]*?)<\/script>/g),
  ].map(([, text = '']) => text)
  const entries = [...html.matchAll(/<script[^>]*\bsrc="([^"]+)"/g)].map(([, address = '']) => address)
  const modules = withImports(distDir, entries)
  const script = inline.join('\n')
  const files = modules.map((module) => readFileSync(join(distDir, module)))
  const sum = (size: (text: string | Buffer) => number) =>
    files.reduce((total, file) => total + size(file), size(script))
  return {
    script: sum(gzip),
    sent: { script: sum(brotli), document: brotli(html, join(path, 'index.html').slice(1)) },
    modules,
    requests: 1 + modules.length + [...html.matchAll(/<link rel="(?:stylesheet|preload)"/g)].length,
  }
}

/** The chat from pointing at its button: the button and what it wakes, with the picker that the chat attaches files by. */
export function chatOverBudget(distDir: string): string[] {
  const total = measureIslands(distDir, '/', ['ChatButton', 'ChatIsland', 'DocumentPicker'])
  return total > BUDGETS.chatScript ? [`chat: ${total} bytes of script, budget ${BUDGETS.chatScript}`] : []
}

/** Bytes of script from pointing at an island until it works, beyond what the page had loaded already. */
export function measureIsland(distDir: string, path: string, component: string): number {
  return measureIslands(distDir, path, [component])
}

/** The same of several together: what they share counts once. */
export function measureIslands(distDir: string, path: string, components: readonly string[]): number {
  const modules = components.flatMap((component) => islandModules(distDir, path, component))
  return sizeOf(distDir, [...new Set(modules)])
}

function islandModules(distDir: string, path: string, component: string): string[] {
  const island = new RegExp(`<astro-island[^>]*component-export="${component}"[^>]*>`).exec(
    readPage(distDir, path),
  )
  if (!island) throw new Error(`${path} has no island ${component}`)
  const entries = [...island[0].matchAll(/(?:component|renderer)-url="([^"]+)"/g)].map(
    ([, address = '']) => address,
  )
  const before = new Set(measurePage(distDir, path).modules)
  return withImports(distDir, entries).filter((module) => !before.has(module))
}

/** Of each island of a page: how many files it loads, and in how many waves. */
export function measureTaps(distDir: string, path: string): Map<string, { files: number; waves: number }> {
  const islands = [...readPage(distDir, path).matchAll(/<astro-island[^>]*component-export="(\w+)"[^>]*>/g)]
  return new Map(
    islands.map(([tag, name = '']) => {
      let wave = [...tag.matchAll(/(?:component|renderer)-url="([^"]+)"/g)].map(([, address = '']) => address)
      const files = new Set(wave)
      let waves = 0
      for (; wave.length > 0; waves++) {
        const next = new Set(wave.flatMap((address) => importsOf(distDir, address))).difference(files)
        for (const address of next) files.add(address)
        wave = [...next]
      }
      return [name, { files: files.size, waves }] as const
    }),
  )
}

export function tapsOverBudget(distDir: string, path: string): string[] {
  return [...measureTaps(distDir, path)]
    .filter(([, { files, waves }]) => files > BUDGETS.islandFiles || waves > BUDGETS.islandWaves)
    .map(([name, { files, waves }]) => `${path}: ${name} loads ${files} files in ${waves} waves`)
}

/** What a page breaks of the budgets, in words; the figures. */
export function overBudget(distDir: string, path: string): string[] {
  const { sent, modules, requests } = measurePage(distDir, path)
  const heavy = modules.filter((module) => /\/(client|react|antd|jsx-runtime)[.-]/.test(module))
  return [
    ...heavy.map((module) => `${path}: ${module} loads before anybody asked for it`),
    ...(sent.script > BUDGETS.script
      ? [`${path}: ${sent.script} bytes of script, budget ${BUDGETS.script}`]
      : []),
    ...(requests > BUDGETS.requests ? [`${path}: ${requests} requests, budget ${BUDGETS.requests}`] : []),
    ...(sent.document > BUDGETS.document
      ? [`${path}: ${sent.document} bytes of HTML and CSS, budget ${BUDGETS.document}`]
      : []),
  ]
}

/** In words; bytes after brotli. */
export function hostScriptOverBudget(distDir: string): string[] {
  const { path, most } = HOST_SCRIPT
  const bytes = brotli(readFileSync(join(distDir, path)), path)
  return bytes > most ? [`/${path}: ${bytes} bytes, budget ${most}`] : []
}

/** The login overlay counts everything that it makes load, and all that the page had loaded before. */
export function loginOverBudget(distDir: string): string[] {
  const total = measureIsland(distDir, '/', 'LoginIsland') + measurePage(distDir, '/').script
  return total > BUDGETS.loginScript ? [`login: ${total} bytes of script, budget ${BUDGETS.loginScript}`] : []
}

/** The picker from pointing at the button that opens it, and no client of the object store with it. */
export function pickerOverBudget(distDir: string, path: string): string[] {
  const total = measureIsland(distDir, path, 'DocumentPicker')
  const heavy = islandModules(distDir, path, 'DocumentPicker').filter((module) => /\/aliyun-oss/.test(module))
  return [
    ...heavy.map((module) => `picker: ${module} loads before an upload`),
    ...(total > BUDGETS.pickerScript
      ? [`picker: ${total} bytes of script, budget ${BUDGETS.pickerScript}`]
      : []),
  ]
}

function readPage(distDir: string, path: string): string {
  const folder = join(distDir, path, 'index.html')
  return readFileSync(existsSync(folder) ? folder : join(distDir, `${path}.html`), 'utf8')
}

function sizeOf(distDir: string, addresses: string[]): number {
  return addresses.reduce((sum, address) => sum + gzip(readFileSync(join(distDir, address))), 0)
}

/** Modules and everything that they import statically. */
function withImports(distDir: string, entries: string[]): string[] {
  const found = new Set<string>()
  const visit = (address: string) => {
    if (found.has(address)) return
    found.add(address)
    for (const target of importsOf(distDir, address)) visit(target)
  }
  for (const entry of entries) visit(entry)
  return [...found]
}

function importsOf(distDir: string, address: string): string[] {
  const text = readFileSync(join(distDir, address), 'utf8')
  return [...text.matchAll(/(?:from|import)\s*["'](\.{1,2}\/[^"']+)["']/g)].map(([, target = '']) =>
    posix.join(posix.dirname(address), target),
  )
}
