/** The private port as Prometheus finds it, and the alerts that are shipped for it. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { get, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { parse } from 'yaml'
import { getConfig } from './config/config.ts'
import { schedule } from './db/jobs.ts'
import { listenForMetrics, type Metrics, openMetrics } from './metrics.ts'
import { say } from './testing/chat-room.ts'
import { openPortal, type TestPortal } from './testing/portal.ts'

let folder: string
let metrics: Metrics
let portal: TestPortal
let server: Server

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'metrics-'))
  metrics = openMetrics()
  portal = await openPortal({ metrics })
  const { db, streams, clock } = portal
  metrics.watch({ db, streams, dataDir: folder, now: () => clock.ms })
  server = await listenForMetrics({ host: '127.0.0.1', port: 0 }, metrics, (entry) => portal.logs.push(entry))
})
afterEach(async () => {
  server.close()
  await portal.close()
  rmSync(folder, { recursive: true })
})

const address = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
const scrape = async () => (await fetch(`${address()}/metrics`)).text()
const seriesOf = (text: string, series: string) => {
  const line = text.split('\n').find((one) => one.startsWith(`${series} `))
  return line && Number(line.slice(series.length + 1))
}

test('requests are counted by the path of their call, never by what people put into it', async () => {
  const browser = portal.browser()
  await browser.get('/operator/api/v1/today')
  await browser.get('/no/such/13800000001')
  await portal.app.request('/also/none', { method: 'MADEUP' })
  const text = await scrape()
  const today = 'zhice_requests_total{method="GET",route="/operator/api/v1/today",code="401"}'
  expect(seriesOf(text, today)).toBe(1)
  expect(seriesOf(text, 'zhice_requests_total{method="",route="other",code="404"}')).toBe(2)
  expect(seriesOf(text, 'zhice_request_seconds_count{route="/operator/api/v1/today"}')).toBe(1)
  expect(text).not.toMatch(/13800000001|MADEUP/)
})

test('what waits for operators, and for how long', async () => {
  const company = await portal.loggedIn('13800000001')
  const kinds = { conversations: '{kind="conversations"}', orders: '{kind="orders"}' }
  expect(seriesOf(await scrape(), `zhice_waiting${kinds.conversations}`)).toBe(0)
  await say(company, '您好')
  portal.clock.ms += 90_000
  const text = await scrape()
  expect(seriesOf(text, `zhice_waiting${kinds.conversations}`)).toBe(1)
  expect(seriesOf(text, `zhice_oldest_waiting_seconds${kinds.conversations}`)).toBe(90)
  expect(seriesOf(text, `zhice_oldest_waiting_seconds${kinds.orders}`)).toBe(0)
})

test('jobs count from the moment when they are due', async () => {
  const dueMs = portal.clock.ms + 1000
  await schedule(portal.db, { kind: 'test', key: 'one', dueMs })
  expect(seriesOf(await scrape(), 'zhice_jobs{kind="due"}')).toBe(0)
  portal.clock.ms = dueMs + 5000
  const text = await scrape()
  expect(seriesOf(text, 'zhice_jobs{kind="due"}')).toBe(1)
  expect(seriesOf(text, 'zhice_jobs{kind="tried"}')).toBe(0)
  expect(seriesOf(text, 'zhice_jobs{kind="late_seconds"}')).toBe(5)
})

test('what gateways take and refuse, and what the log says', async () => {
  const sms = metrics.countSent('sms', {
    send: async (phone: string) => {
      if (phone === 'bad') throw new Error('refused')
    },
  })
  await sms.send('good')
  await expect(sms.send('bad')).rejects.toThrow('refused')
  const lines: string[] = []
  const log = metrics.countLines(({ event }) => lines.push(event))
  log({ level: 'error', event: 'job-failed', job: 7 })
  log({ level: 'info', event: 'request' })
  const text = await scrape()
  expect(seriesOf(text, 'zhice_sent_total{way="sms",kind="send",result="taken"}')).toBe(1)
  expect(seriesOf(text, 'zhice_sent_total{way="sms",kind="send",result="refused"}')).toBe(1)
  expect(seriesOf(text, 'zhice_log_lines_total{level="error",event="job-failed"}')).toBe(1)
  expect(text).not.toContain('event="request"')
  expect(lines).toEqual(['job-failed', 'request'])
})

test('the port answers nothing else, and says when it cannot look', async () => {
  expect((await fetch(`${address()}/`)).status).toBe(404)
  expect((await fetch(`${address()}/metrics`, { method: 'POST' })).status).toBe(404)
  rmSync(folder, { recursive: true })
  expect((await fetch(`${address()}/metrics`)).status).toBe(503)
  expect(portal.logs.at(-1)).toMatchObject({ level: 'error', event: 'metrics-failed' })
  folder = mkdtempSync(join(tmpdir(), 'metrics-'))
})

test('a page that has given its own name to this address reads nothing', async () => {
  const { port } = server.address() as AddressInfo
  const statusOf = (host: string) =>
    new Promise<number | undefined>((resolve, reject) => {
      get({ port, path: '/metrics', headers: { host } }, (answer) => {
        answer.resume().on('end', () => resolve(answer.statusCode))
      }).on('error', reject)
    })
  for (const host of ['127.0.0.1', '[::1]:9464', 'localhost:9464', '10.0.0.5:9464'])
    expect([host, await statusOf(host)]).toEqual([host, 200])
  for (const host of [
    'evil.example',
    'evil.example:9464',
    'x.localhost.evil.example',
    '127.0.0.1.evil.example',
  ])
    expect([host, await statusOf(host)]).toEqual([host, 403])
})

test.each(['9464', 'somewhere:9464', '127.0.0.1:99999'])('METRICS_LISTEN=%s is refused in words', (value) => {
  expect(() => getConfig({ METRICS_LISTEN: value })).toThrow('METRICS_LISTEN 应为地址和端口')
})

test('METRICS_LISTEN names address and port', () => {
  expect(getConfig({}).metricsPlace).toBeUndefined()
  expect(getConfig({ METRICS_LISTEN: '127.0.0.1:9464' }).metricsPlace).toEqual({
    host: '127.0.0.1',
    port: 9464,
  })
})

interface Alerts {
  groups: { rules: { alert: string; expr: string; annotations: { summary: string } }[] }[]
}

test('every alert asks for metrics that there are', async () => {
  await portal.browser().get('/operator/api/v1/today')
  metrics.countLines(() => {})({ level: 'error', event: 'fault' })
  await expect(metrics.countSent('sms', { send: () => Promise.reject(new Error()) }).send()).rejects.toThrow()
  const text = await scrape()
  const known = text.match(/^[a-z_]+/gm) ?? []
  const { groups } = parse(readFileSync('docs/alerts.yml', 'utf8')) as Alerts
  const rules = groups.flatMap((group) => group.rules)
  expect(rules.length).toBeGreaterThan(5)
  for (const { alert, expr, annotations } of rules) {
    const asked = expr.match(/\b(zhice|process|nodejs)_[a-z_]+/g) ?? []
    expect(known, alert).toEqual(expect.arrayContaining(asked))
    for (const [, name, labels = ''] of expr.matchAll(/\b(zhice_\w+)\{([^}]*)\}/g)) {
      const wanted = labels.match(/\b\w+="[^"]*"/g) ?? []
      const series = text.split('\n').filter((line) => line.startsWith(`${name}{`))
      const isKnown = series.some((line) => wanted.every((label) => line.includes(label)))
      expect(isKnown, `${alert}: ${labels}`).toBe(true)
    }
    expect(annotations.summary, alert).toMatch(/[一-鿿]/)
  }
})
