/** Asks one address what stands behind it, as a guest who means to come again: HEAD first, one request of a host at a time. */
import { lookup } from 'node:dns/promises'
import { BlockList, isIP } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { LinkResult } from '../../src/lib/content/check/outside-links.ts'
import { isHomePage } from '../../src/lib/content/sources.ts'

export interface Manners {
  userAgent: string
  /** Between two requests of one host. */
  pauseMs: number
  timeoutMs: number
  /** Whoever asks for a longer pause (Retry-After) is asked again in another run. */
  longestPauseMs: number
  /** Of tests alone: this machine and its network, too. */
  allowsInside: boolean
  now: () => number
  wait: (ms: number) => Promise<unknown>
}

export const MANNERS: Omit<Manners, 'userAgent'> = {
  pauseMs: 1000,
  timeoutMs: 15_000,
  longestPauseMs: 60_000,
  allowsInside: false,
  now: Date.now,
  wait: sleep,
}

export type Finding = Pick<LinkResult, 'state' | 'why' | 'to' | 'until'>

const REDIRECTS = 5
const PERMANENT = [301, 308]
const TEMPORARY = [302, 303, 307]
const GONE = [404, 410]
/** 412 and 521 are what walls before gov.cn sites answer to programs. */
const REFUSES = [401, 403, 405, 406, 412, 418, 521]
const BUSY = [429, 503]

/** Asks by these manners; requests of one host wait for each other, also those that redirects lead to. */
export function asker(manners: Manners): (address: string) => Promise<Finding> {
  const { userAgent, pauseMs, timeoutMs, longestPauseMs, allowsInside, now, wait } = manners
  const lastOf = new Map<string, Promise<unknown>>()
  const closedUntil = new Map<string, number>()

  /** Status and where it leads to; the body is not read. @throws what `fetch` does */
  function request(method: 'HEAD' | 'GET', url: URL): Promise<Said> {
    const before = lastOf.get(url.host)
    const asked = (async () => {
      if (before) {
        await before.catch(() => undefined)
        await wait(pauseMs)
      }
      const response = await fetch(url, {
        method,
        redirect: 'manual',
        headers: { 'user-agent': userAgent, accept: 'text/html,*/*;q=0.5' },
        signal: AbortSignal.timeout(timeoutMs),
      })
      await response.body?.cancel()
      const { status, headers } = response
      return { status, to: headers.get('location'), retryMs: retryMsOf(headers.get('retry-after'), now()) }
    })()
    lastOf.set(url.host, asked)
    return asked
  }

  /** What a GET says counts: some servers refuse HEAD, answer it wrongly or hang up. */
  async function askPage(url: URL): Promise<Said> {
    const head = await request('HEAD', url).catch(() => undefined)
    if (head && (head.status < 400 || BUSY.includes(head.status))) return head
    return request('GET', url)
  }

  async function askPolitely(url: URL): Promise<Said | { untilMs: number }> {
    for (let again = false; ; again = true) {
      const closedMs = closedUntil.get(url.host) ?? 0
      if (closedMs - now() > longestPauseMs) return { untilMs: closedMs }
      if (closedMs > now()) await wait(closedMs - now())
      const said = await askPage(url)
      if (!BUSY.includes(said.status) || said.retryMs === undefined || again) return said
      closedUntil.set(url.host, now() + said.retryMs)
    }
  }

  async function follow(address: string): Promise<Finding> {
    let url = new URL(address)
    /** As far as every step was for good. */
    let moved: string | undefined
    let isForGood = true
    for (let steps = 0; steps <= REDIRECTS; steps += 1) {
      if (!allowsInside && (await isInside(url.hostname))) return { state: 'inside', why: url.host }
      const said = await askPolitely(url)
      if ('untilMs' in said) return { state: 'later', until: new Date(said.untilMs).toISOString() }
      const { status, to } = said
      const isRedirect = PERMANENT.includes(status) || TEMPORARY.includes(status)
      if (!isRedirect) {
        if (steps > 0 && isHomePage(url.href) && !isHomePage(address))
          return { state: 'gone', why: `转到了网站首页 ${url.href}` }
        return conclude(said, moved)
      }
      if (to === null || !URL.canParse(to, url)) return { state: 'silent', why: `${status}，没有说转到哪里` }
      url = new URL(to, url)
      if (!/^https?:$/.test(url.protocol)) return { state: 'silent', why: `转向 ${url.protocol}` }
      isForGood &&= PERMANENT.includes(status)
      if (isForGood) moved = url.href
    }
    return { state: 'silent', why: `转向超过 ${REDIRECTS} 次` }
  }

  return async (address) => {
    try {
      return await follow(address)
    } catch (error) {
      return { state: 'silent', why: wordsOf(error) }
    }
  }
}

interface Said {
  status: number
  to: string | null
  retryMs: number | undefined
}

function conclude({ status }: Said, moved: string | undefined): Finding {
  const why = String(status)
  if (GONE.includes(status)) return { state: 'gone', why }
  if (REFUSES.includes(status)) return { state: 'refuses', why }
  if (status >= 400) return { state: 'silent', why }
  return moved === undefined ? { state: 'fine' } : { state: 'moved', to: moved }
}

/** Seconds or a date; undefined where neither is said. */
function retryMsOf(said: string | null, nowMs: number): number | undefined {
  if (said === null) return undefined
  const ms = /^\d+$/.test(said) ? Number(said) * 1000 : Date.parse(said) - nowMs
  return Number.isNaN(ms) ? undefined : Math.max(0, ms)
}

const INSIDE = new BlockList()
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const) {
  INSIDE.addSubnet(network, prefix, 'ipv4')
}
for (const [network, prefix] of [
  ['::', 128],
  ['::1', 128],
  ['64:ff9b::', 96],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const) {
  INSIDE.addSubnet(network, prefix, 'ipv6')
}

/**
 * Whether a host is this machine or in its network: an imported text must not make the editor's machine ask there. A name
 * that changes between this look and the request is not defended against: nothing of the answer is shown but its status.
 */
export async function isInside(hostname: string): Promise<boolean> {
  const bare = hostname.replace(/^\[|\]$/g, '')
  const addresses = isIP(bare) ? [bare] : (await lookup(bare, { all: true })).map(({ address }) => address)
  return addresses.some((address) => INSIDE.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4'))
}

const FAULTS: Record<string, string> = {
  ENOTFOUND: '没有这个域名',
  EAI_AGAIN: '域名查不到',
  ECONNREFUSED: '连不上',
  ECONNRESET: '连接中断',
  UND_ERR_SOCKET: '连接中断',
  ETIMEDOUT: '连接超时',
  UND_ERR_CONNECT_TIMEOUT: '连接超时',
  UND_ERR_HEADERS_OVERFLOW: '回应不合规范',
}

function wordsOf(error: unknown): string {
  const { name, code = '', cause } = error as Error & { code?: string; cause?: { code?: string } }
  if (name === 'TimeoutError') return '超时'
  const known = cause?.code ?? code
  if (/CERT|SSL|TLS|SELF_SIGNED|VERIFY/.test(known)) return `安全连接有误（${known}），也许浏览器里能打开`
  return FAULTS[known] ?? `访问失败（${known || name}）`
}
