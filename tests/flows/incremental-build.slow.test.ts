/**
 * A build that takes over what has not changed is, byte for byte, the build that makes everything anew: of a hundred
 * documents of which some changed in every way in which editors change them, and on another day.
 */
import { spawn } from 'node:child_process'
import { hash, randomInt } from 'node:crypto'
import {
  cpSync,
  existsSync,
  globSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseDocument } from 'yaml'
import { importLibrary } from '../../scripts/content/import.ts'
import { endingWithUs } from '../../server/testing/end-with-us.ts'
import { checkLibrary, readDocuments } from '../../src/lib/content/check/library.ts'
import { SAMPLE_LIBRARY } from './support/sample-library.ts'

const CORPUS = '../shared/corpus/policies-real.jsonl'
const DOCUMENTS = 20
/** Of the repository's own, that many stay with what they refer to: three builds of all of them take five minutes. */
const OWN = { interpretations: 30, originals: 60 }
const DAY_SECONDS = 86_400
const MONDAY = Date.parse('2026-03-02T02:00:00Z') / 1000
const ADDED = '<!-- of another layout -->'
/** What an Astro project consists of, content left out. */
const PROJECT = [
  'src',
  'public',
  'server',
  'scripts',
  'astro.config.mjs',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
]

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'incremental-')))
const project = join(folder, 'project')
const content = join(folder, 'content')
const seed = Number(process.env['CHANGE_SEED'] ?? randomInt(1_000_000))

beforeAll(async () => {
  for (const name of PROJECT) cpSync(name, join(project, name), { recursive: true })
  symlinkSync(join(process.cwd(), 'node_modules'), join(project, 'node_modules'), 'junction')
  // Imported documents hardly refer to each other; those of the repository do, in every way there is.
  cpSync('src/content', content, { recursive: true })
  await keepSome()
  const library = existsSync(CORPUS) ? readFileSync(CORPUS, 'utf8') : repeat(SAMPLE_LIBRARY)
  await importLibrary(library.trim().split('\n').slice(0, DOCUMENTS).join('\n'), content)
}, 120_000)
afterAll(() => rmSync(folder, { recursive: true }), 120_000)

test('what did not change is taken over; the whole is as if made anew', { timeout: 1_800_000 }, async () => {
  console.log(`CHANGE_SEED=${seed}`)
  await build('first', { seconds: MONDAY })
  changeContent(random(seed))
  const tuesday = MONDAY + DAY_SECONDS
  expect(await build('second', { seconds: tuesday, last: 'first' })).toBeGreaterThan(DOCUMENTS)

  // By another layout all is made anew: that build, the layout left out, is what the second one has to be.
  const layout = join(project, 'src/layouts/PhoneLayout.astro')
  writeFileSync(layout, readFileSync(layout, 'utf8').replace('<slot />', `<slot />${ADDED}`))
  expect(await build('full', { seconds: tuesday, last: 'second', cache: 'new' })).toBe(0)
  const phonePages = globSync(join(project, 'full/{pmobile,rmobile,imobile,popular}/*/index.html'))
  expect(phonePages.length).toBeGreaterThan(DOCUMENTS)
  for (const page of phonePages) {
    const text = readFileSync(page, 'utf8')
    expect(text.includes(ADDED), page).toBe(true)
    writeFileSync(page, text.replace(ADDED, ''))
  }
  expect(differences('second', 'full')).toEqual([])
})

/** What refers to a document that went goes, too. */
async function keepSome(): Promise<void> {
  for (const [collection, count] of Object.entries(OWN))
    for (const file of globSync(join(content, collection, '*.md'))
      .sort()
      .slice(count))
      unlinkSync(file)
  for (;;) {
    const problems = await checkLibrary(content, await readDocuments(content))
    const files = new Set(
      problems.map(({ file }) => file).filter((file) => /\.(md|golden\.yaml)$/.test(file)),
    )
    if (files.size === 0) return
    for (const file of files) unlinkSync(file)
  }
}

/** The same documents under other names, until there are enough. */
function repeat(jsonl: string): string {
  const rows = jsonl
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  return Array.from({ length: DOCUMENTS }, (_, index) => {
    const { id, title, ...rest } = rows[index % rows.length]
    const round = Math.floor(index / rows.length)
    return JSON.stringify({
      ...rest,
      id: `${id}-${round}`,
      title: round ? `${title}（第${round}批）` : title,
    })
  }).join('\n')
}

/** Mulberry32: the same seed, the same changes. */
function random(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

function changeContent(below: (number: number) => number): void {
  for (const collection of ['originals', 'interpretations', 'news']) {
    const files = globSync(join(content, collection, '*.md')).sort()
    const [title = '', text = '', region = '', theme = '', gone = '', hidden = '', other = ''] = Array.from(
      { length: 7 },
      () => files.splice(below(files.length), 1)[0],
    )
    change(title, (fields) => fields.set('title', `${fields.get('title')}（修订）`))
    change(text, undefined, '\n\n第三条 本办法由主管部门解释。\n')
    change(region, (fields) => fields.set('region', fields.get('region') === '440300' ? '310000' : '440300'))
    change(theme, (fields) => fields.set('themes', ['融资信贷']))
    change(hidden, (fields) => fields.set('draft', true))
    unlinkSync(gone)
    cpSync(other, join(content, collection, 'added.md'))
    change(join(content, collection, 'added.md'), (fields) => {
      fields.set('id', 90_001)
      fields.set('title', '新增的文件')
      fields.delete('ref')
      // A number of its own is named after it.
      const main = fields.getIn(['benefit', 'main'])
      if (typeof main === 'string') fields.setIn(['benefit', 'main'], main.replace(/^\d+\./, '90001.'))
    })
  }
  const [provider = ''] = globSync(join(content, 'providers/**/*.md')).sort()
  change(provider, (fields) => fields.set('title', '改名的服务商'))
  const exclusions = join(content, 'exclusions.yaml')
  writeFileSync(exclusions, readFileSync(exclusions, 'utf8').replace('reason: ', 'reason: 按规定'))
}

function change(file: string, edit?: (fields: ReturnType<typeof parseDocument>) => unknown, more = ''): void {
  const [, front = '', body = ''] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(readFileSync(file, 'utf8')) ?? []
  const fields = parseDocument(front)
  edit?.(fields)
  writeFileSync(file, `---\n${fields}---\n${body}${more}`)
}

/** With these the build would be one for development, and take minutes. */
const OF_VITEST = new Set(['DEV', 'PROD', 'SSR', 'MODE', 'TEST', 'VITEST'])

interface Making {
  seconds: number
  last?: string
  cache?: string
}

/** @returns how many pages it took over */
async function build(name: string, { seconds, last, cache = 'cache' }: Making): Promise<number> {
  const own = Object.entries(process.env).filter(([key]) => !OF_VITEST.has(key))
  const env = {
    ...Object.fromEntries(own),
    NODE_ENV: 'production',
    CONTENT_DIR: content,
    CACHE_DIR: join(folder, cache),
    SOURCE_DATE_EPOCH: String(seconds),
  }
  const after = last ? ['--last', join(project, last)] : []
  const child = spawn(...endingWithUs('astro', ['build', '--outDir', join(project, name), ...after]), {
    cwd: project,
    env,
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  const code = await new Promise((resolve) => child.once('close', resolve))
  if (code !== 0) throw new Error(output)
  return Number(/(\d+) pages are as in the last build/.exec(output)?.[1])
}

/** Files that are in one alone, or differ. */
function differences(build: string, other: string): string[] {
  const [ours, theirs] = [build, other].map((name) => filesOf(join(project, name)))
  const names = new Set([...(ours?.keys() ?? []), ...(theirs?.keys() ?? [])])
  return [...names].filter((name) => ours?.get(name) !== theirs?.get(name))
}

function filesOf(dist: string): Map<string, string> {
  const files = readdirSync(dist, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return new Map(
    files.map((entry) => {
      const path = join(entry.parentPath, entry.name)
      return [path.slice(dist.length), hash('sha256', readFileSync(path))]
    }),
  )
}
