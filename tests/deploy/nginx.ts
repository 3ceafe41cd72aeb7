/** Starts the machine's nginx with the shipped configuration, on free ports, for tests. */
import { execFileSync, spawn } from 'node:child_process'
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { get } from 'node:http'
import { Agent, request } from 'node:https'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { endingWithUs } from '../../server/testing/end-with-us.ts'

const SHIPPED = 'docs/nginx.conf'
/** Debian's own, with its settings. */
const STOCK = '/etc/nginx/nginx.conf'

export const SITE_HOST = 'zhengce.example.cn'
export const FILES_HOST = 'files.example.cn'

export interface Nginx {
  port: number
  ask: (path: string, options?: AskOptions) => Promise<NginxAnswer>
  /** Without TLS: the status and the redirect. */
  askPlain: (path: string, host: string) => Promise<[status: number, location: string | undefined]>
  logs: () => string
  stop: () => Promise<void>
}

interface AskOptions {
  host?: string
  method?: string
  headers?: Record<string, string>
  body?: string | Buffer
  from?: string
  isKept?: boolean
}

export interface NginxAnswer {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: Buffer
}

interface Place {
  folder: string
  dist: string
  /** Sockets of the processes, as in the units: with the endings `.site` and `.files`. */
  processes: string[]
}

/** @throws with nginx's output when the configuration does not load */
export async function startNginx({ folder, dist, processes }: Place): Promise<Nginx> {
  mkdirSync(folder, { recursive: true })
  chmodSync(folder, 0o755)
  makeCertificates(folder)
  const [plain, port] = [await freePort(), await freePort()]
  writeFileSync(
    join(folder, 'zhice.conf'),
    adapt(readFileSync(SHIPPED, 'utf8'), [
      ['/srv/zhice/dist', dist],
      ['/etc/ssl/', `${folder}/`],
      ['/var/log/nginx/', `${folder}/`],
      ['listen 80;', `listen 127.0.0.1:${plain};`],
      ['listen 443 ', `listen 127.0.0.1:${port} `],
      ['server unix:/run/zhice/1.site max_fails=0;', serversOf(processes, 'site')],
      ['server unix:/run/zhice/1.files max_fails=0;', serversOf(processes, 'files')],
    ]),
  )
  writeFileSync(
    join(folder, 'nginx.conf'),
    adapt(readFileSync(STOCK, 'utf8'), [
      ['/etc/nginx/conf.d/*.conf', join(folder, 'zhice.conf')],
      ['include /etc/nginx/sites-enabled/*;', ''],
      ['/run/nginx.pid', join(folder, 'pid')],
      ['/var/log/nginx/', `${folder}/`],
    ]),
  )
  const conf = ['-c', join(folder, 'nginx.conf'), '-e', join(folder, 'error.log')]
  execFileSync('nginx', ['-t', '-q', ...conf])
  const server = spawn(...endingWithUs('nginx', ['-g', 'daemon off;', ...conf], 'TERM'), { stdio: 'inherit' })
  const ended = new Promise((resolve) => server.once('exit', resolve))
  await Promise.race([isOpen(port), ended.then(() => Promise.reject(new Error('nginx ended')))])
  return {
    port,
    ask: (path, options) => ask(port, path, options),
    askPlain: (path, host) => askPlain(plain, path, host),
    logs: () =>
      ['zhice.log', 'zhice-files.log', 'error.log', 'zhice-files-error.log']
        .map((name) => readFileSync(join(folder, name), 'utf8'))
        .join(''),
    stop: async () => {
      kept.destroy()
      server.kill('SIGTERM')
      await ended
    },
  }
}

/** @throws when the text lacks a passage to replace: the file has changed, and this code must follow */
function adapt(text: string, changes: [from: string, to: string][]): string {
  return changes.reduce((changed, [from, to]) => {
    if (!changed.includes(from)) throw new Error(`nginx.conf no longer has ${from}`)
    return changed.replaceAll(from, to)
  }, text)
}

function serversOf(processes: string[], host: string): string {
  return processes.map((socket) => `server unix:${socket}.${host} max_fails=0;`).join(' ')
}

function makeCertificates(folder: string): void {
  for (const host of [SITE_HOST, FILES_HOST]) {
    const [key, certificate] = [join(folder, `${host}.key`), join(folder, `${host}.pem`)]
    const options = '-x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2'.split(' ')
    execFileSync(
      'openssl',
      ['req', ...options, '-subj', `/CN=${host}`, '-keyout', key, '-out', certificate],
      { stdio: 'ignore' },
    )
  }
}

export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return port
}

function askPlain(port: number, path: string, host: string): Promise<[number, string | undefined]> {
  return new Promise((resolve, reject) => {
    const asked = { host: '127.0.0.1', port, path, headers: { host } }
    get(asked, (answer) => {
      answer.resume()
      resolve([answer.statusCode ?? 0, answer.headers.location])
    }).on('error', reject)
  })
}

async function isOpen(port: number): Promise<void> {
  for (;;) {
    const opened = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false))
      socket.on('connect', () => socket.end())
    })
    if (opened) return
    await wait(20)
  }
}

/** A new connection for each request: when a server closes a kept one at that moment, only browsers reopen it. */
const single = new Agent({ keepAlive: false, rejectUnauthorized: false })
const kept = new Agent({ keepAlive: true, maxSockets: 20, rejectUnauthorized: false })

function ask(
  port: number,
  path: string,
  { host = SITE_HOST, method = 'GET', headers = {}, body, from, isKept }: AskOptions = {},
): Promise<NginxAnswer> {
  return new Promise((resolve, reject) => {
    const outgoing = request(
      {
        agent: isKept ? kept : single,
        port,
        path,
        method,
        host: '127.0.0.1',
        servername: host,
        headers: { host, ...headers },
        ...(from && { localAddress: from }),
      },
      (incoming) => {
        const chunks: Buffer[] = []
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
        incoming.on('error', reject)
        incoming.on('end', () => {
          const { statusCode = 0, headers } = incoming
          resolve({ status: statusCode, headers, body: Buffer.concat(chunks) })
        })
      },
    )
    outgoing.on('error', reject).end(body)
  })
}
