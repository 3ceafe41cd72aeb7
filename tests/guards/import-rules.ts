/**
 * Which room may import which. A forbidden import soon makes a page load the server, or a rule need a browser. Each rule
 * names the room, the forbidden imports, and the reason.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join, posix, relative } from 'node:path'
import { allIn, type Node, parseAstro, parseSource } from '../syntax.ts'

interface Rule {
  /** Paths under the rule, from the root. */
  from: RegExp
  /** Forbidden imports: paths from the root, or package names. */
  never: RegExp
  unless?: RegExp
  why: string
}

const UI_PACKAGES = /^(react|react-dom|antd|nanostores|@nanostores\/react|@astrojs\/react)(\/|$)/

export const RULES: Rule[] = [
  {
    from: /^src\/lib\/contract\//,
    never: /./,
    unless: /^(valibot|src\/site\.ts|src\/lib\/(contract|rules)\/)/,
    why: 'the contract is read by both sides',
  },
  { from: /^src\/lib\/rules\//, never: /./, unless: /^src\/lib\/rules\//, why: 'rules are pure' },
  {
    from: /^src\/lib\/forms\//,
    never: /./,
    unless: /^(valibot|src\/lib\/(contract|forms|rules)\/)/,
    why: 'what is typed is judged without a browser',
  },
  {
    from: /^src\/lib\/api\//,
    never: /^(react|react-dom|src\/lib\/stores\/|src\/islands\/)/,
    why: 'transport decides nothing',
  },
  {
    from: /^src\/lib\/(stores|conversation)\//,
    never: /^(react|react-dom|antd|src\/islands\/)/,
    why: 'stores know no screen',
  },
  {
    from: /^src\/islands\//,
    never: /^(ofetch|ali-oss|weixin-js-sdk)(\/|$)/,
    why: 'only lib/api talks to the outside',
  },
  {
    from: /^src\/(?!lib\/api\/)/,
    never: /^(ofetch|ali-oss|weixin-js-sdk)(\/|$)/,
    why: 'only lib/api talks to the outside',
  },
  {
    from: /^src\/islands\//,
    never: /^src\/lib\/api\//,
    why: 'islands act through stores',
  },
  {
    from: /^src\/lib\/conversation\//,
    never: /^src\/lib\/stores\//,
    why: 'one engine for every side: whose calls and sessions they are, stores say',
  },
  {
    from: /^src\/lib\/(?!(api|stores|upload|conversation)\/)/,
    never: /^src\/lib\/api\/ask\.ts$/,
    why: 'stores ask, and decide what the answer means',
  },
  { from: /^src\/(pages|components|layouts)\//, never: /^src\/lib\/(api|stores)\//, why: 'pages are static' },
  { from: /^src\/(pages|components|layouts)\//, never: UI_PACKAGES, why: 'React stays in the islands' },
  {
    from: /^(src\/(?!editor\/)|server\/)/,
    never: /^src\/editor\//,
    why: 'nothing of the workbench is in a build; astro.config.mjs takes its integration, in dev',
  },
  {
    from: /^src\/editor\//,
    never: /^src\//,
    unless:
      /^src\/(editor\/|layouts\/|site\.ts|islands\/(kit|parts)\/|lib\/(content|rules|contract|forms|browser)\/|lib\/stores\/match\/pick\.ts$)/,
    why: 'the workbench writes content: it has no account and no call of the portal, only names to pick from',
  },
  { from: /^src\//, never: /^(server|tests|scripts)\//, why: 'the browser side stands alone' },
  {
    from: /^server\//,
    never: /^src\//,
    unless: /^src\/(site\.ts|lib\/(contract|rules)\/)/,
    why: 'both sides share only contract, rules and what the site is called',
  },
  {
    from: /^server\/(?!.*(testing\/|\.test\.ts$))/,
    never: /^ali-oss(\/|$)/,
    why: 'it brings 92 packages; the server signs by itself',
  },
  { from: /^server\/(?!.*\.test\.ts$)/, never: /^tests\//, why: 'production never imports tests' },
]

/** Returns the folder of an island, or '' for code that islands share. */
function islandOf(path: string): string {
  const folder = /^src\/islands\/([^/]+)\//.exec(path)?.[1] ?? ''
  return folder === 'kit' || folder === 'parts' ? '' : folder
}

const SOURCE = /\.(ts|tsx|astro|mjs)$/

export function readImports(root: string, folders: string[]): Map<string, string[]> {
  return new Map(
    sourceFiles(root, folders).map((path) => [path, importsOf(path, readFileSync(join(root, path), 'utf8'))]),
  )
}

function sourceFiles(root: string, folders: string[]): string[] {
  return folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => SOURCE.test(name))
      .map((name) => relative(root, join(root, folder, name)).replaceAll('\\', '/')),
  )
}

function importsOf(path: string, text: string): string[] {
  const programs = path.endsWith('.astro') ? parseAstro(path, text) : [parseSource(path, text)]
  // Most files import only in statements; walking through each file would double the time.
  const isDeep = /\bimport\s*\(/.test(text)
  return programs
    .flatMap((program) => (isDeep ? allIn(program) : program.body))
    .flatMap(importedBy)
    .map((name) => (name.startsWith('.') ? posix.normalize(posix.join(posix.dirname(path), name)) : name))
}

function importedBy(node: Node): string[] {
  const isImport =
    node.type === 'ImportDeclaration' ||
    node.type === 'ExportNamedDeclaration' ||
    node.type === 'ExportAllDeclaration' ||
    node.type === 'ImportExpression' ||
    node.type === 'TSImportType'
  const source = isImport ? node.source : null
  return source?.type === 'Literal' && typeof source.value === 'string' ? [source.value] : []
}

export function forbiddenImports(imports: Map<string, string[]>): string[] {
  const breaches: string[] = []
  for (const [path, targets] of imports) {
    if (/\.test\.ts$/.test(path)) continue
    for (const target of targets) {
      for (const { from, never, unless, why } of RULES) {
        if (from.test(path) && never.test(target) && !unless?.test(target)) {
          breaches.push(`${path} imports ${target}: ${why}`)
        }
      }
      const [own, other] = [islandOf(path), islandOf(target)]
      if (own && other && own !== other) breaches.push(`${path} imports ${target}: islands meet in a store`)
    }
  }
  return breaches
}

export function importCycles(imports: Map<string, string[]>): string[] {
  const cycles: string[] = []
  const done = new Set<string>()
  function visit(path: string, trail: string[]): void {
    const at = trail.indexOf(path)
    if (at >= 0) cycles.push([...trail.slice(at), path].join(' → '))
    if (at >= 0 || done.has(path)) return
    for (const target of imports.get(path) ?? []) visit(target, [...trail, path])
    done.add(path)
  }
  for (const path of imports.keys()) visit(path, [])
  return cycles
}

/** Returns files that read the environment, which only the entry points may. */
export function environmentReaders(root: string, folders: string[]): string[] {
  const allowed = /^server\/index\.ts$|\.test\.ts$|^server\/testing\//
  return sourceFiles(root, folders).filter(
    (path) => !allowed.test(path) && /process\.env/.test(readFileSync(join(root, path), 'utf8')),
  )
}
