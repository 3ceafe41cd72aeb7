import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endingWithUs } from '../../server/testing/end-with-us.ts'

describe('a preview of a branch', () => {
  const folder = mkdtempSync(join(tmpdir(), 'preview-'))
  const content = join(folder, 'content')
  const settings = { CONTENT_DIR: content, CACHE_DIR: join(folder, 'cache') }
  const pagesOf = (dist: string) =>
    readdirSync(dist, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.html'))
      .map((name) => ({ name, html: readFileSync(join(dist, name), 'utf8') }))
      .filter(({ html }) => html.includes('<head'))
  const NOINDEX = '<meta name="robots" content="noindex">'

  beforeAll(() => {
    mkdirSync(join(content, 'originals'), { recursive: true })
    const fields = 'id: 1\ntitle: 还没有发布的通知\nregion: "000000"\nkind: 部门文件\ndraft: true'
    writeFileSync(join(content, 'originals/001.md'), `---\n${fields}\n---\n\n正文\n`)
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  test('shows drafts, marks every page, and keeps search engines out', async () => {
    const dist = join(folder, 'preview')
    await build({ ...settings, PREVIEW_OF: '分支 new-notice · 提交 abc1234' }, dist)
    const pages = pagesOf(dist)
    expect(pages.map(({ name }) => name)).toContain('review/1/index.html')
    expect(pages.filter(({ html }) => !html.includes(NOINDEX)).map(({ name }) => name)).toEqual([])
    expect(pages.filter(({ html }) => !html.includes('分支 new-notice')).map(({ name }) => name)).toEqual([])
    expect(pages.filter(({ html }) => html.includes('rel="canonical"'))).toEqual([])
    expect(readFileSync(join(dist, 'robots.txt'), 'utf8')).toContain('Disallow: /\n')
  }, 240_000)

  test('a build has none of it', async () => {
    const dist = join(folder, 'dist')
    await build(settings, dist)
    const pages = pagesOf(dist)
    expect(pages.map(({ name }) => name)).not.toContain('review/1/index.html')
    expect(pages.find(({ name }) => name === 'index.html')?.html).not.toContain(NOINDEX)
    expect(pages.filter(({ html }) => html.includes('preview-of'))).toEqual([])
    expect(readFileSync(join(dist, 'robots.txt'), 'utf8')).not.toContain('Disallow: /\n')
  }, 240_000)
})

/** These variables would select a development build, which takes minutes. */
const OF_VITEST = new Set(['DEV', 'PROD', 'SSR', 'MODE', 'TEST', 'VITEST'])

function build(settings: Record<string, string>, dist: string): Promise<string> {
  const own = Object.entries(process.env).filter(([name]) => !OF_VITEST.has(name))
  const env = { ...Object.fromEntries(own), NODE_ENV: 'production', ...settings }
  const child = spawn(...endingWithUs('astro', ['build', '--outDir', dist]), { env })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  return new Promise((resolve, reject) =>
    child.once('close', (code) => (code === 0 ? resolve(output) : reject(new Error(output)))),
  )
}
