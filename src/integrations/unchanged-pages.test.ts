import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { brotliCompressSync } from 'node:zlib'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { pages, unchangedPages } from './unchanged-pages.ts'

const folder = mkdtempSync(join(tmpdir(), 'unchanged-'))
afterAll(() => rmSync(folder, { recursive: true }))

const PATH = '/review/1'
const PAGE = join('review/1', 'index.html')
let count = 0
let first: string

const write = (build: string, file: string, bytes: string | Buffer) => {
  mkdirSync(dirname(join(build, file)), { recursive: true })
  writeFileSync(join(build, file), bytes)
}
const newBuild = () => {
  count += 1
  const build = join(folder, `${count}`)
  write(build, 'frontend/assets/app.js', '1')
  return build
}

/** A build that takes over what it may from `last`, and makes the page where it may not. */
function build(last?: string): { build: string; made: boolean } {
  const build = newBuild()
  const { hooks } = unchangedPages(last, 'settings')
  pages.made.clear()
  pages.unchanged.clear()
  const config = { outDir: pathToFileURL(`${build}/`) }
  hooks['astro:config:done']?.({ config } as never)
  const known = pages.last().get(PATH)
  if (known) pages.unchanged.add(PATH)
  else write(build, PAGE, '<p>页面</p>')
  pages.made.set(PATH, known ?? { fingerprint: 'a', questions: [] })
  hooks['astro:build:done']?.({ logger: { info: () => {} } } as never)
  return { build, made: known === undefined }
}

beforeEach(() => {
  first = build().build
  write(first, `${PAGE}.br`, brotliCompressSync('<p>页面</p>'))
})

test('a page is taken over with what is compressed of it, from one build to the next', () => {
  const second = build(first)
  expect(second.made).toBe(false)
  const third = build(second.build)
  expect(third.made).toBe(false)
  expect(readFileSync(join(third.build, PAGE), 'utf8')).toBe('<p>页面</p>')
  expect(existsSync(join(third.build, `${PAGE}.br`))).toBe(true)
})

test('a page that somebody changed since is made anew', () => {
  write(first, PAGE, '<p>页面</p><p>POISON</p>')
  const second = build(first)
  expect(second.made).toBe(true)
  expect(readFileSync(join(second.build, PAGE), 'utf8')).toBe('<p>页面</p>')
})

test.each([
  ['another text', brotliCompressSync('<p>POISON</p>')],
  ['what is no Brotli', Buffer.from('POISON')],
])('%s in the place of the compressed page is left behind', (_, bytes) => {
  write(first, `${PAGE}.br`, bytes)
  const second = build(first)
  expect(second.made).toBe(false)
  expect(existsSync(join(second.build, `${PAGE}.br`))).toBe(false)
})
