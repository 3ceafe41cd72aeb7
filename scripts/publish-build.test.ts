import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Hono } from 'hono'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { serveSite } from '../server/site/serve-site.ts'
import { publishBuild, retire } from './publish-build.ts'

const MONDAY = new Date('2026-03-02T00:00:00Z')
const daysLater = (days: number) => new Date(MONDAY.getTime() + days * 86_400_000)

describe('files of earlier builds', () => {
  test('are those that only the last build had, from the time of its replacement', () => {
    expect(retire(['a.1.js', 'b.1.js'], ['a.2.js', 'b.1.js'], {}, MONDAY)).toEqual({
      'a.1.js': MONDAY.toISOString(),
    })
  })
})

describe('the place of the last build', () => {
  let folder: string
  let dist: string
  let next: string

  beforeEach(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'publish-')))
    dist = join(folder, 'dist')
    next = join(folder, '.builds/next')
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  function write(build: string, files: Record<string, string>): void {
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(build, name)), { recursive: true })
      writeFileSync(join(build, name), text)
    }
  }

  async function publish(files: Record<string, string>, now: Date): Promise<void> {
    write(next, files)
    await publishBuild(next, dist, now)
  }

  const read = (name: string) => readFileSync(join(dist, name), 'utf8')

  test('is taken by the new one, which keeps the files of open pages', async () => {
    await publish({ 'index.html': 'one', 'frontend/assets/a.1.js': 'old', 'gone/index.html': 'x' }, MONDAY)
    await publish({ 'index.html': 'two', 'frontend/assets/a.2.js': 'new' }, daysLater(1))
    expect(read('index.html')).toBe('two')
    expect([read('frontend/assets/a.1.js'), read('frontend/assets/a.2.js')]).toEqual(['old', 'new'])
    expect(readdirSync(dist).sort()).toEqual(['frontend', 'index.html'])
    await publish({ 'index.html': 'three', 'frontend/assets/a.3.js': 'newer' }, daysLater(2))
    expect(readdirSync(join(dist, 'frontend/assets'))).toEqual(['a.1.js', 'a.2.js', 'a.3.js'])
    await publish({ 'index.html': 'four', 'frontend/search/v4/terms-1.pack': 'terms' }, daysLater(31))
    expect(readdirSync(join(dist, 'frontend/assets'))).toEqual(['a.2.js', 'a.3.js'])
  })

  test('keeps the last build beside it, and none before', async () => {
    for (const day of [0, 1, 2, 3]) await publish({ 'index.html': `day ${day}` }, daysLater(day))
    const builds = readdirSync(join(folder, '.builds')).filter((name) => /^\d+$/.test(name))
    const pages = builds.map((name) => readFileSync(join(folder, '.builds', name, 'index.html'), 'utf8'))
    expect(pages).toEqual(['day 2', 'day 3'])
  })

  test('is never missing or incomplete for a request', async () => {
    const pages = ['short', 'a much longer page'.repeat(100)]
    await publish({ 'index.html': pages[0] ?? '', '404.html': 'missing' }, MONDAY)
    const site = new Hono().all('*', serveSite(dist))
    let isOver = false
    const wrong: unknown[] = []
    const asking = async () => {
      while (!isOver) {
        const answer = await site.request('/')
        const text = await answer.text()
        const length = Number(answer.headers.get('content-length'))
        if (answer.status !== 200 || !pages.includes(text) || length !== text.length)
          wrong.push([answer.status, length, text.length])
      }
    }
    const askers = [asking(), asking(), asking(), asking()]
    for (let second = 1; second <= 60; second++)
      await publish(
        { 'index.html': pages[second % 2] ?? '', '404.html': 'missing' },
        new Date(MONDAY.getTime() + second * 1000),
      )
    isOver = true
    await Promise.all(askers)
    expect(wrong).toEqual([])
  })
})
