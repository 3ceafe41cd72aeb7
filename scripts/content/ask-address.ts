/** Asks one address for its page, as a polite guest: one request per host at a time, and only the beginning of each page. */
import { lookup } from 'node:dns'
import { get, type IncomingMessage } from 'node:http'
import { get as getSecurely } from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { LinkResult } from '../../src/lib/content/check/outside-links.ts'
import { isHomePage } from '../../src/lib/content/sources.ts'

export interface Manners {
  userAgent: string
  /** Between two requests to one host. */
  pauseMs: number
  timeoutMs: number
  /** A host that asks for a longer pause (Retry-After) is asked again in another run. */
  longestPauseMs: number
  /** Allows addresses of this machine and its network; only tests set it. */
  allowsInside: boolean
  lookup: typeof lookup
  now: () => number
  wait: (ms: number) => Promise<unknown>
}

export const MANNERS: Omit<Manners, 'userAgent'> = {
  pauseMs: 1000,
  timeoutMs: 15_000,
  longestPauseMs: 60_000,
  allowsInside: false,
  lookup,
  now: Date.now,
  wait: sleep,
}

export type Finding = Pick<LinkResult, 'state' | 'why' | 'to' | 'until'>

const REDIRECTS = 5
/** Meta data and titles stand at the beginning of a page. */
const PAGE_BYTES = 64 * 1024
const PERMANENT = [301, 308]
const TEMPORARY = [302, 303, 307]
const GONE = [404, 410]
/** 412 and 521 are the answers of firewalls before gov.cn sites to programs. */
const REFUSES = [401, 403, 405, 406, 412, 418, 521]
const BUSY = [429, 503]

/** Returns a function that requests addresses; requests to one host wait for each other, also those after redirects. */
export function asker(manners: Manners): (address: string) => Promise<Finding> {
  const { userAgent, pauseMs, timeoutMs, longestPauseMs, allowsInside, now, wait } = manners
  const lastOf = new Map<string, Promise<unknown>>()
  const closedUntil = new Map<string, number>()
  const options = {
    // A new connection for each request: a shared one would skip the name's look-up.
    agent: false,
    headers: { 'user-agent': userAgent, accept: 'text/html,*/*;q=0.5' },
    ...(!allowsInside && { lookup: outsideOnly(manners.lookup) }),
  }

  /** Returns status, redirect and the beginning of the page. @throws what `get` throws */
  function request(url: URL): Promise<Said> {
    const before = lastOf.get(url.host)
    const asked = (async () => {
      if (before) {
        await before.catch(() => undefined)
        await wait(pauseMs)
      }
      if (!allowsInside && isInside(url.hostname)) throw new InsideError()
      const response = await new Promise<IncomingMessage>((resolve, reject) => {
        const send = url.protocol === 'https:' ? getSecurely : get
        send(url, { ...options, signal: AbortSignal.timeout(timeoutMs) }, resolve).on('error', reject)
      })
      const { statusCode: status = 0, headers } = response
      const isPage = status === 200 && (headers['content-type'] ?? '').includes('html')
      const page = isPage ? await readPage(response) : ''
      response.destroy()
      const to = headers.location ?? null
      return { status, to, page, retryMs: retryMsOf(headers['retry-after'], now()) }
    })()
    lastOf.set(url.host, asked)
    return asked
  }

  async function askPolitely(url: URL): Promise<Said | { untilMs: number }> {
    for (let again = false; ; again = true) {
      const closedMs = closedUntil.get(url.host) ?? 0
      if (closedMs - now() > longestPauseMs) return { untilMs: closedMs }
      if (closedMs > now()) await wait(closedMs - now())
      const said = await request(url)
      if (!BUSY.includes(said.status) || said.retryMs === undefined || again) return said
      closedUntil.set(url.host, now() + said.retryMs)
    }
  }

  async function follow(address: string): Promise<Finding> {
    let url = new URL(address)
    /** The last address that permanent redirects alone lead to. */
    let moved: string | undefined
    let isForGood = true
    for (let steps = 0; steps <= REDIRECTS; steps += 1) {
      const said = await askPolitely(url)
      if ('untilMs' in said) return { state: 'later', until: new Date(said.untilMs).toISOString() }
      const { status, to } = said
      const isRedirect = PERMANENT.includes(status) || TEMPORARY.includes(status)
      if (!isRedirect) {
        if (steps > 0 && isHomePage(url.href) && !isHomePage(address))
          return { state: 'gone', why: `转到了网站首页 ${url.href}` }
        const missing = isHomePage(address) ? undefined : sayingMissing(said.page, url)
        return missing ? { state: 'gone', why: missing } : conclude(said, moved)
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
      if (error instanceof InsideError) return { state: 'inside', why: '域名或转向指向内部网络' }
      return { state: 'silent', why: wordsOf(error) }
    }
  }
}

interface Said {
  status: number
  to: string | null
  page: string
  retryMs: number | undefined
}

function conclude({ status }: Said, moved: string | undefined): Finding {
  const why = String(status)
  if (GONE.includes(status)) return { state: 'gone', why }
  if (REFUSES.includes(status)) return { state: 'refuses', why }
  if (status >= 400) return { state: 'silent', why }
  return moved === undefined ? { state: 'fine' } : { state: 'moved', to: moved }
}

async function readPage(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of response) {
    chunks.push(chunk)
    bytes += chunk.length
    if (bytes >= PAGE_BYTES) break
  }
  const body = Buffer.concat(chunks)
  const [, charset = 'utf-8'] =
    /charset=["']?([\w-]+)/i.exec(`${response.headers['content-type']} ${body.toString('latin1')}`) ?? []
  try {
    return new TextDecoder(charset).decode(body)
  } catch {
    return body.toString()
  }
}

const MISSING =
  /404|not found|(页面|网页|文件|内容|文章|信息|链接|地址|资源)[^。，]{0,8}(不存在|找不到|未找到|已删除|被删除|已下线|失效)|(找不到|未找到|没有找到)[^。，]{0,8}(页面|网页|文件|内容|文章)/i
/** A page with content has more text. */
const FEW_CHARACTERS = 300

/** Returns the words by which a page that answers 200 says that it is missing, or that the home page replaces it. */
function sayingMissing(page: string, url: URL): string | undefined {
  const title = /<title[^>]*>([^<]*)/i.exec(page)?.[1]?.trim() ?? ''
  const text = page
    .replace(/<(script|style|title)\b[\s\S]*?<\/\1>|<!--[\s\S]*?-->|<[^>]*>/gi, ' ')
    .replace(/\s+/g, ' ')
  if (text.length > FEW_CHARACTERS && !/^(404|not found|页面不存在|找不到)/i.test(title)) return undefined
  const said = [title, text].find((one) => MISSING.test(one))?.trim()
  if (said !== undefined) return `页面写着“${said.slice(0, 40)}”`
  const [, to] =
    /http-equiv=["']?refresh["']?[^>]*?url=["']?([^"'\s>]+)/i.exec(page) ??
    /location(?:\.href)?\s*(?:=|\.replace\()\s*["']([^"']+)/i.exec(page) ??
    []
  const next = to === undefined || !URL.canParse(to, url) ? undefined : new URL(to, url).href
  return next !== undefined && isHomePage(next) ? `转到了网站首页 ${next}` : undefined
}

/** Reads seconds or a date; undefined for neither. */
function retryMsOf(said: string | undefined, nowMs: number): number | undefined {
  if (said === undefined) return undefined
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

class InsideError extends Error {}

/** Whether an address is on this machine or its network, to which an imported text must not make the editor's machine connect. */
export function isInside(hostname: string): boolean {
  const bare = hostname.replace(/^\[|\]$/g, '')
  const family = isIP(bare)
  return family !== 0 && INSIDE.check(bare, family === 6 ? 'ipv6' : 'ipv4')
}

/** Looks a name up once, for this connection, so that a later answer of the name server cannot redirect it. */
function outsideOnly(look: typeof lookup): LookupFunction {
  return (hostname, options, done) =>
    look(hostname, { ...options, all: true }, (error, addresses) => {
      const isRefused = !error && addresses.some(({ address }) => isInside(address))
      const [first] = addresses ?? []
      if (error || isRefused) done(error ?? new InsideError(), [])
      else if (options.all) done(null, addresses)
      else done(null, first?.address ?? '', first?.family)
    })
}

const FAULTS: Record<string, string> = {
  ENOTFOUND: '没有这个域名',
  EAI_AGAIN: '域名查不到',
  ECONNREFUSED: '连不上',
  ECONNRESET: '连接中断',
  ETIMEDOUT: '连接超时',
  HPE_HEADER_OVERFLOW: '回应不合规范',
}

function wordsOf(error: unknown): string {
  const { name, code = '', cause } = error as Error & { code?: string }
  if (cause instanceof Error && cause.name === 'TimeoutError') return '超时'
  if (/CERT|SSL|TLS|EPROTO|SELF_SIGNED|VERIFY/.test(code))
    return `安全连接有误（${code}），也许浏览器里能打开`
  return FAULTS[code] ?? `访问失败（${code || name}）`
}
