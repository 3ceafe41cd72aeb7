/** Prometheus metrics on a port that visitors cannot reach (docs/run-several.md). No label has personal or company data. */
import { statfsSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Call } from '../src/lib/contract/call.ts'
import type { Streams } from './chat/streams.ts'
import type { ListenTarget } from './config/config.ts'
import type { Database } from './db/schema.ts'
import { isOfInternet } from './http/our-networks.ts'
import type { Log } from './log.ts'
import { countWaiting } from './operators/today.ts'

const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

export interface Metrics {
  countLines: (log: Log) => Log
  countSent: <Gateway extends object>(way: string, gateway: Gateway) => Gateway
  /** Counts an answered request. `call` is undefined for pages and unknown paths, `code` is that of the answer's envelope. */
  answered: (method: string, call: Call | undefined, code: number, ms: number) => void
  watch: (watched: Watched) => void
  /** @throws without an answer of the database, rather than return old numbers */
  text: () => Promise<string>
}

interface Watched {
  db: Database
  streams: Streams
  dataDir: string
  now: () => number
}

export function openMetrics(): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const requests = new Counter({
    name: 'zhice_requests_total',
    help: 'Answered requests; route "other": pages and unknown paths',
    labelNames: ['method', 'route', 'code'],
    registers,
  })
  const seconds = new Histogram({
    name: 'zhice_request_seconds',
    help: 'Time to the head of the answer',
    labelNames: ['route'],
    buckets: BUCKETS,
    registers,
  })
  const lines = new Counter({
    name: 'zhice_log_lines_total',
    help: 'Lines of the log; requests are left out',
    labelNames: ['level', 'event'],
    registers,
  })
  const sent = new Counter({
    name: 'zhice_sent_total',
    help: 'Messages handed to a gateway',
    labelNames: ['way', 'kind', 'result'],
    registers,
  })

  return {
    countLines: (log) => (entry) => {
      if (entry.event !== 'request') lines.inc({ level: entry.level, event: entry.event })
      log(entry)
    },
    countSent: (way, gateway) => {
      const counted = Object.entries(gateway).map(([kind, send]) => {
        if (typeof send !== 'function') return [kind, send]
        const count = async (...given: unknown[]) => {
          try {
            const done = await send(...given)
            sent.inc({ way, kind, result: 'taken' })
            return done
          } catch (error) {
            sent.inc({ way, kind, result: 'refused' })
            throw error
          }
        }
        return [kind, count]
      })
      return Object.fromEntries(counted)
    },
    answered: (method, call, code, ms) => {
      const route = call?.path ?? 'other'
      // A client can invent methods.
      requests.inc({ method: call ? method : '', route, code })
      seconds.observe({ route }, ms / 1000)
    },
    watch: (watched) => {
      for (const gauge of gaugesOf(watched)) registry.registerMetric(gauge)
    },
    text: () => registry.metrics(),
  }
}

function gaugesOf({ db, streams, dataDir, now }: Watched): Gauge[] {
  const gauge = (name: string, help: string, collect: (gauge: Gauge) => void | Promise<void>) =>
    new Gauge({
      name,
      help,
      labelNames: ['kind'],
      registers: [],
      collect() {
        return collect(this)
      },
    })
  const age = (since: number | null | undefined) => (since ? Math.max(0, now() - since) / 1000 : 0)
  return [
    gauge('zhice_waiting', 'What waits for operators, as on their page of the day', async (waiting) => {
      for (const [kind, count] of Object.entries(await countWaiting(db, now()))) waiting.set({ kind }, count)
    }),
    gauge('zhice_oldest_waiting_seconds', 'How long the oldest one has waited; 0: none', async (oldest) => {
      const [conversation, order] = await Promise.all([
        db
          .selectFrom('operator_conversations')
          .select((row) => row.fn.min('waiting_since').as('since'))
          .executeTakeFirst(),
        db
          .selectFrom('submitted_orders')
          .where('state', '=', 'submitted')
          .select((row) => row.fn.min('submitted_at').as('since'))
          .executeTakeFirst(),
      ])
      oldest.set({ kind: 'conversations' }, age(conversation?.since))
      oldest.set({ kind: 'orders' }, age(order?.since))
    }),
    gauge('zhice_jobs', 'Jobs that are due, and those of them that have failed before', async (jobs) => {
      const due = await db
        .selectFrom('jobs')
        .where('done_at', 'is', null)
        .where('due_at', '<=', now())
        .select((row) => [
          row.fn.countAll<number>().as('due'),
          row.fn.countAll<number>().filterWhere('attempts', '>', 0).as('tried'),
          row.fn.min('due_at').as('since'),
        ])
        .executeTakeFirst()
      jobs.set({ kind: 'due' }, Number(due?.due ?? 0))
      jobs.set({ kind: 'tried' }, Number(due?.tried ?? 0))
      jobs.set({ kind: 'late_seconds' }, age(due?.since))
    }),
    gauge(
      'zhice_storage_bytes',
      'What companies have stored, and what is reserved for uploads',
      async (bytes) => {
        const { stored, reserved } = await db
          .selectFrom('companies')
          .select((row) => [
            row.fn.sum<number>('used_bytes').as('stored'),
            row.fn.sum<number>('reserved_bytes').as('reserved'),
          ])
          .executeTakeFirstOrThrow()
        bytes.set({ kind: 'stored' }, Number(stored))
        bytes.set({ kind: 'reserved' }, Number(reserved))
      },
    ),
    gauge('zhice_disk_bytes', 'Room of the data folder', (bytes) => {
      const { bsize, bavail, blocks } = statfsSync(dataDir)
      bytes.set({ kind: 'free' }, bsize * bavail)
      bytes.set({ kind: 'all' }, bsize * blocks)
    }),
    gauge('zhice_event_streams', 'Pages that hear of messages at once', (count) => {
      count.set({ kind: 'chat' }, streams.count)
    }),
  ]
}

const LOOPBACK = /^(?:127\.|::1$|::ffff:127\.)/

export async function listenForMetrics(place: ListenTarget, { text }: Metrics, log: Log): Promise<Server> {
  const server = createServer(async (request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404).end()
      return
    }
    // A page in a browser of this machine can resolve its own name to this address (DNS rebinding).
    const { host } = request.headers
    if (LOOPBACK.test(request.socket.localAddress ?? '') && isOfInternet(`http://${host}`)) {
      response.writeHead(403).end()
      return
    }
    try {
      const body = await text()
      response.writeHead(200, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' }).end(body)
    } catch (error) {
      log({ level: 'error', event: 'metrics-failed', error: String(error) })
      response.writeHead(503).end()
    }
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(place, resolve)
  })
  return server
}
