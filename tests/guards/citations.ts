/**
 * Everything that comments cite must be in the repository: a number of docs/behaviour.md, a document of docs/, a file.
 * Otherwise a reader must guess.
 */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const SOURCES = '{src,server,scripts,tests}/**/*.{ts,tsx,mjs,astro,css,sh}'
/** Broken on purpose: samples, and the expectations of this guard. */
const NOT_READ = /^tests\/guards\/(samples\/|citations)/
const PAGES = ['*.md', 'docs/**/*.md', '{server,src}/**/README.md']

/** Numbers of rules: `B3.2`, or several of them. */
const RULES_CITED = /\bbehaviour (B[\d.]*\d(?:(?:, | and |, and )B[\d.]*\d)*)/g
const DOCUMENT_CITED = /\bdocs\/[\w-]+(?:\.[\w-]+)*\.(?:md|conf)\b/g
/** By section: `rules.md §4`. Only documents outside the repository are cited like that. */
const SECTION_CITED = /[\w.-]+ §\s?\d+/g
/** In a page, between backticks: a path from the root. `src/islands/<name>/` stands for any below `src/islands/`. */
const PATH_NAMED = /`((?:src|server|scripts|tests|docs|public|\.ci)\/[^`\s]*)`/g

export function ruleNumbers(root: string): Set<string> {
  const page = readFileSync(join(root, 'docs/behaviour.md'), 'utf8')
  return new Set([...page.matchAll(/^- \*\*(B\d+\.\d+)\*\* /gm)].map(([, number = '']) => number))
}

export function brokenCitations(root: string): string[] {
  const rules = ruleNumbers(root)
  return list(root, SOURCES).flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8')
    const numbers = find(text, RULES_CITED).flatMap((cited) => cited.match(/B[\d.]*\d/g) ?? [])
    return [
      ...numbers.filter((number) => !rules.has(number)).map((number) => `behaviour ${number}`),
      ...find(text, DOCUMENT_CITED).filter((document) => !existsSync(join(root, document))),
      ...find(text, SECTION_CITED),
    ].map((what) => `${file}: ${what}`)
  })
}

export function missingPaths(root: string): string[] {
  return PAGES.flatMap((pattern) => list(root, pattern)).flatMap((page) =>
    find(readFileSync(join(root, page), 'utf8'), PATH_NAMED)
      .filter((path) => !isThere(root, path))
      .map((path) => `${page}: ${path}`),
  )
}

function isThere(root: string, path: string): boolean {
  const known = path.replace(/<.*/, '')
  return existsSync(join(root, known)) || (/[*{]/.test(known) && globSync(known, { cwd: root }).length > 0)
}

function list(root: string, pattern: string): string[] {
  return globSync(pattern, { cwd: root, exclude: ['**/node_modules/**'] })
    .filter((path) => !NOT_READ.test(path))
    .sort()
}

function find(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([whole, part]) => part ?? whole)
}
