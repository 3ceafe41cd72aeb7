import { hash } from 'node:crypto'
import {
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  writeFileSync,
} from 'node:fs'
import { dirname, extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliDecompressSync } from 'node:zlib'
import type { AstroIntegration } from 'astro'
import type { Question } from '../lib/content/queries.ts'

/** What a page was made from. */
export interface PageRecord {
  fingerprint: string
  questions: Question[]
}

/** What a build was made from: its code, and by their paths its pages with the hash of what they became. */
interface BuildRecord {
  code: string
  pages: Record<string, PageRecord & { bytes: string }>
}

/** Beside the build that it describes, because visitors can ask for all that is in one. */
export const recordOf = (build: string) => `${build.replace(/\/$/, '')}.json`

/** What pages are made by. */
const CODE = [
  'src',
  'public',
  'astro.config.mjs',
  'package-lock.json',
  'tsconfig.json',
  'scripts/precompress.ts',
]
/** What they are made from. */
const CONTENT = join('src', 'content', '/')
const ASSETS = 'frontend/assets'
/** What scripts/precompress.ts puts beside a file. */
const COMPRESSED = '.br'

/** What the integration and the middleware tell each other. */
interface Pages {
  /** Of the last build, as far as they can be taken over. Asked for when scripts and styles are there: they are code. */
  last: () => ReadonlyMap<string, PageRecord>
  /** Of this build. */
  made: Map<string, PageRecord>
  /** Paths of pages that are those of the last build. */
  unchanged: Set<string>
}

const PAGES = Symbol.for('pages of the build')
const shared = globalThis as { [PAGES]?: Pages }
shared[PAGES] ??= { last: () => new Map(), made: new Map(), unchanged: new Set() }
/** By way of the global object, because the bundle that makes the pages has a copy of this module. */
export const pages: Pages = shared[PAGES]

/**
 * Takes over from the last build, finished and compressed, what the same code would make from the same content:
 * `src/middleware.ts` finds out which pages that is. Without a `last` build all are made.
 */
export function unchangedPages(lastBuild: unknown, settings: unknown): AstroIntegration {
  const last = typeof lastBuild === 'string' && existsSync(lastBuild) ? realpathSync(lastBuild) : undefined
  let outDir = ''
  let code = ''
  let ofLast: ReadonlyMap<string, PageRecord> | undefined
  return {
    name: 'unchanged-pages',
    hooks: {
      'astro:config:done': ({ config }) => {
        outDir = fileURLToPath(config.outDir)
        pages.last = () => {
          code ||= fingerprintOfCode(settings, namesBelow(join(outDir, ASSETS)))
          ofLast ??= last === undefined ? new Map() : readLast(last, code)
          return ofLast
        }
      },
      'astro:build:done': ({ logger }) => {
        if (last !== undefined) for (const path of pages.unchanged) takeOver(fileOf(path), last, outDir)
        const written = [...pages.made].flatMap(([path, { fingerprint, questions }]) => {
          const bytes = hashOf(join(outDir, fileOf(path)))
          return bytes === undefined ? [] : [[path, { fingerprint, questions, bytes }]]
        })
        const record: BuildRecord = { code, pages: Object.fromEntries(written) }
        writeFileSync(recordOf(outDir), JSON.stringify(record))
        logger.info(`${pages.unchanged.size} pages are as in the last build`)
      },
    },
  }
}

function fingerprintOfCode(settings: unknown, assets: readonly string[]): string {
  const files = CODE.flatMap((path) =>
    extname(path) ? [path] : namesBelow(path).map((name) => join(path, name)),
  ).filter((file) => !file.startsWith(CONTENT))
  const texts = files.map((file) => [file, hash('sha256', readFileSync(file))])
  return hash('sha256', JSON.stringify([process.version, settings, assets, texts]))
}

/**
 * Empty where the code is another one: everything is made anew then; so is a page that is not what it was when it was
 * made. Visitors can read a build, and whoever could write into one would stay in all that follow.
 */
function readLast(last: string, code: string): ReadonlyMap<string, PageRecord> {
  if (!existsSync(recordOf(last))) return new Map()
  const record: BuildRecord = JSON.parse(readFileSync(recordOf(last), 'utf8'))
  if (record.code !== code) return new Map()
  return new Map(
    Object.entries(record.pages).filter(
      ([path, { bytes }]) => bytes !== undefined && bytes === hashOf(join(last, fileOf(path))),
    ),
  )
}

/** Undefined where there is no such file. */
function hashOf(file: string): string | undefined {
  return existsSync(file) ? hash('sha256', readFileSync(file)) : undefined
}

/** Whether a file still is what scripts/precompress.ts made of the page beside it. */
function isCompressed(page: string, file: string): boolean {
  try {
    return brotliDecompressSync(readFileSync(file)).equals(readFileSync(page))
  } catch {
    return false
  }
}

/** A second name for the same bytes; where the file system has none, a copy. */
function takeOver(file: string, last: string, next: string): void {
  mkdirSync(dirname(join(next, file)), { recursive: true })
  const page = join(last, file)
  const forms = ['', ...(isCompressed(page, page + COMPRESSED) ? [COMPRESSED] : [])]
  for (const form of forms) {
    const [from, to] = [page + form, join(next, file + form)]
    try {
      linkSync(from, to)
    } catch {
      copyFileSync(from, to)
    }
  }
}

/** Where Astro writes a page or an endpoint. */
function fileOf(path: string): string {
  const name = decodeURI(path)
  return extname(name) ? name.slice(1) : join(name.slice(1), 'index.html')
}

function namesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort()
}
