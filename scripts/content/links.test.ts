import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  type LinkResults,
  linkResultsFile,
  outsideLinks,
  readLinkResults,
} from '../../src/lib/content/check/outside-links.ts'
import { asker, isInside, MANNERS, type Manners } from './ask-address.ts'
import { checkLinks } from './links.ts'

const run = promisify(execFile)
const NOON = Date.parse('2026-11-23T04:00:00Z')

type Answer = (asked: IncomingMessage, response: ServerResponse) => void
const status =
  (code: number, headers: Record<string, string> = {}): Answer =>
  (_, response) =>
    response.writeHead(code, headers).end()
const to = (location: string, code = 301) => status(code, { location })

let pages: Record<string, Answer>
let asked: string[]
let nowMs: number
let close: () => Promise<void>
let base: string

beforeEach(async () => {
  pages = {}
  asked = []
  nowMs = NOON
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`)
    const answer = pages[request.url ?? ''] ?? status(404)
    answer(request, response)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  close = async () => {
    server.closeAllConnections()
    server.close()
  }
})
afterEach(() => close())

const manners = (): Manners => ({
  ...MANNERS,
  userAgent: 'zhice-portal test',
  timeoutMs: 2000,
  allowsInside: true,
  now: () => nowMs,
  wait: async (ms) => {
    nowMs += ms
  },
})
const find = (path: string, more: Partial<Manners> = {}) => asker({ ...manners(), ...more })(`${base}${path}`)

describe('the state of an address', () => {
  test.each([
    ['a page', '/a', { '/a': status(200) }, { state: 'fine' }],
    ['moved for good', '/a', { '/a': to('/b'), '/b': status(200) }, { state: 'moved', to: '/b' }],
    [
      'moved twice',
      '/a',
      { '/a': to('/b'), '/b': to('/c', 308), '/c': status(200) },
      { state: 'moved', to: '/c' },
    ],
    ['for now', '/a', { '/a': to('/b', 302), '/b': status(200) }, { state: 'fine' }],
    [
      'first for now, then for good',
      '/a',
      { '/a': to('/b', 302), '/b': to('/c'), '/c': status(200) },
      { state: 'fine' },
    ],
    ['moved to what is gone', '/a', { '/a': to('/b') }, { state: 'gone', why: '404' }],
    [
      'moved to the home page',
      '/a',
      { '/a': to('/'), '/': status(200) },
      { state: 'gone', why: expect.stringContaining('首页') },
    ],
    ['a loop', '/a', { '/a': to('/b'), '/b': to('/a') }, { state: 'silent', why: '转向超过 5 次' }],
    ['to nowhere', '/a', { '/a': status(301) }, { state: 'silent', why: '301，没有说转到哪里' }],
    ['to a file', '/a', { '/a': to('file:///etc/passwd') }, { state: 'silent', why: '转向 file:' }],
    ['404', '/a', {}, { state: 'gone', why: '404' }],
    ['410', '/a', { '/a': status(410) }, { state: 'gone', why: '410' }],
    ['403', '/a', { '/a': status(403) }, { state: 'refuses', why: '403' }],
    ['412', '/a', { '/a': status(412) }, { state: 'refuses', why: '412' }],
    ['521', '/a', { '/a': status(521) }, { state: 'refuses', why: '521' }],
    ['a fault', '/a', { '/a': status(500) }, { state: 'silent', why: '500' }],
  ])('%s', async (_, path, has, finding) => {
    pages = has
    const expected = 'to' in finding ? { ...finding, to: `${base}${finding.to}` } : finding
    expect(await find(path)).toEqual(expected)
  })

  const page = (title: string, body = '', type = 'text/html; charset=utf-8'): Answer => {
    return (_, response) =>
      response
        .writeHead(200, { 'content-type': type })
        .end(`<html><head><title>${title}</title></head><body>${body}</body></html>`)
  }
  const LONG = '<p>企业在申请认定时，应当提交下列材料，并对材料的真实性负责。</p>'.repeat(20)

  test.each([
    ['说没有这个页面', page('提示', '<p>对不起，您访问的页面不存在！</p>')],
    ['题目是404', page('404 - 某某网', LONG)],
    ['说文件删除了', page('某某网', '抱歉，该文章已删除')],
    ['自己转到首页', page('', '<meta http-equiv="refresh" content="0; url=/">')],
    ['用脚本转到首页', page('', '<script>window.location.href = "/"</script>')],
  ])('an answer of 200 that %s is none', async (_, answer) => {
    pages = { '/a': answer }
    expect(await find('/a')).toEqual({ state: 'gone', why: expect.stringMatching(/页面写着|网站首页/) })
  })
})

describe('manners', () => {
  test.each([
    '127.0.0.1',
    '10.1.2.3',
    '192.168.1.1',
    '169.254.169.254',
    '[::1]',
    '[fd00::1]',
    '[::ffff:127.0.0.1]',
  ])('nothing inside is asked: %s', (host) =>
    expect(isInside(new URL(`http://${host}/`).hostname)).toBe(true),
  )

  test('not by its address, and not by a name that leads there', async () => {
    const inside = { state: 'inside', why: expect.any(String) }
    expect(await find('/a', { allowsInside: false })).toEqual(inside)
    const named = base.replace('127.0.0.1', 'localhost')
    expect(await asker({ ...manners(), allowsInside: false })(`${named}/a`)).toEqual(inside)
    expect(asked).toEqual([])
  })
})

describe('a run', () => {
  let dir: string
  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), 'links-'))
    await mkdir(join(dir, 'originals'))
  })
  afterEach(() => rm(dir, { recursive: true }))

  const write = (fields: string, body = '') =>
    writeFile(join(dir, 'originals/001.md'), `---\nid: 1\n${fields}\n---\n${body}`)
  const kept: LinkResults[] = []
  const check = async (known: LinkResults, more: { again?: boolean; totalMs?: number } = {}) =>
    checkLinks({
      links: await outsideLinks(dir),
      known,
      again: false,
      manners: manners(),
      keep: async (results) => {
        kept.push({ ...results })
      },
      ...more,
    })

  test('finds the addresses of fields, texts and rates, each once with all its places', async () => {
    await write(
      `source: { name: 甲, url: ${base}/a#top }\nattachments:\n  - { name: 附件, url: "${base}/b.pdf" }\ntitle: https 不是网址`,
      `\n见[通知](${base}/a)和[站内](/review/2)。\n`,
    )
    await writeFile(join(dir, 'rates.yaml'), `rates:\n  - values:\n      - source: { url: "${base}/r" }\n`)
    const links = (await outsideLinks(dir)).map(({ address, places }) => [
      address.slice(base.length),
      places.map(({ line, field }) => `${line} ${field}`),
    ])
    expect(links).toEqual([
      ['/a', ['3 source.url', '9 正文']],
      ['/b.pdf', ['5 attachments.0.url']],
      ['/r', ['3 rates.0.values.0.source.url']],
    ])
  })

  test('resumes, and repeats results after a week, or all on request', async () => {
    await write(`source: { url: ${base}/a }`, `[b](${base}/b)`)
    pages = { '/a': status(200) }
    expect(await check({}, { totalMs: 0 })).toEqual({})
    const first = await check({})
    expect(first).toMatchObject({
      [`${base}/a`]: { state: 'fine' },
      [`${base}/b`]: { state: 'gone', why: '404' },
    })
    expect(kept.at(-1)).toEqual(first)
    asked = []
    await check(first)
    expect(asked).toEqual([])
    await check({
      [`${base}/a`]: first[`${base}/a`] as LinkResults[string],
      'http://no.more/': first[`${base}/a`] as LinkResults[string],
    })
    expect(asked).toEqual(['GET /b'])
    nowMs += 8 * 86_400_000
    const later = await check(first)
    expect(later[`${base}/b`]).toMatchObject({
      since: first[`${base}/b`]?.at,
      at: expect.not.stringContaining('11-23'),
    })
    asked = []
    expect(Object.keys(await check(later, { again: true }))).toHaveLength(2)
    expect(asked).toHaveLength(2)
  })

  test('the command stores its result, and reports in Chinese what to do', async () => {
    await write(`source: { url: ${base}/a }`, `[b](${base}/b) [c](${base}/c)`)
    pages = { '/a': to('/new'), '/new': status(200), '/c': status(412) }
    const env = { ...process.env, CONTENT_DIR: dir, CACHE_DIR: join(dir, 'cache') }
    const links = (...args: string[]) =>
      run(process.execPath, ['scripts/content/links.ts', '--inside', ...args], { env })
    const { stdout } = await links().catch((error: { stdout: string; code: number }) => {
      expect(error.code).toBe(1)
      return error
    })
    expect(stdout).toMatch(/页面没有了：1 个\n {2}\S+\/b（404，/)
    expect(stdout).toContain(`新地址 ${base}/new`)
    expect(stdout).toContain('originals/001.md:3 source.url')
    expect(stdout).toContain('不让程序访问（请人打开看）：1 个')
    expect(stdout).toContain('共 3 个外部地址，0 个能打开。')
    const results = readLinkResults(linkResultsFile(join(dir, 'cache')))
    expect(Object.keys(results)).toHaveLength(3)
  })
})
