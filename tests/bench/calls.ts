/** Calls over kept connections, as browsers make them, and how long they take. */
import { Agent, request } from 'node:http'

export interface Calls {
  /** The answer's body, parsed; none of a 304. Another status than these and 200, or another code: counted as failed. */
  call: (target: Target) => Promise<Reply>
  failed: () => number
  close: () => void
}

interface Target {
  cookie: string
  path: string
  method?: string
  body?: object
  headers?: Record<string, string>
}

interface Reply {
  ms: number
  // biome-ignore lint/suspicious/noExplicitAny: a bench reads single fields of answers that tests have checked
  body: any
}

export function openCalls(origin: string, connections: number): Calls {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  let failed = 0
  return {
    call: ({ cookie, path, method = 'GET', body, headers: more }) =>
      new Promise((resolve) => {
        const startMs = performance.now()
        const finish = (status: number, text: string) => {
          const answer = status === 200 ? JSON.parse(text) : { code: status === 304 ? 200 : status }
          if (answer.code !== 200) failed += 1
          resolve({ ms: performance.now() - startMs, body: answer })
        }
        const headers = {
          cookie,
          'content-type': 'application/json',
          'sec-fetch-site': 'same-origin',
          ...more,
        }
        const sent = request(origin + path, { agent, method, headers }, (answer) => {
          const chunks: Buffer[] = []
          answer.on('data', (chunk) => chunks.push(chunk))
          answer.on('end', () => finish(answer.statusCode ?? 0, Buffer.concat(chunks).toString()))
        })
        sent.on('error', () => finish(0, ''))
        sent.end(body && JSON.stringify(body))
      }),
    failed: () => failed,
    close: () => agent.destroy(),
  }
}

/** Milliseconds, to a tenth. */
export function spread(tookMs: readonly number[]): { p50: number; p99: number } {
  const sorted = tookMs.toSorted((a, b) => a - b)
  const at = (share: number) =>
    Math.round((sorted[Math.floor(sorted.length * share)] ?? Number.NaN) * 10) / 10
  return { p50: at(0.5), p99: at(0.99) }
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.max(0, ms)))
}
