import { isIPv6 } from 'node:net'
import { isOurNetwork } from './our-networks.ts'
import type { AppContext } from './types.ts'

/** Each trusted proxy appends one entry; entries left of that number, from the right, are the client's own claim. */
export function clientAddress(context: AppContext): string {
  const peer = context.env?.incoming?.socket?.remoteAddress ?? 'local'
  return networkOf(forwarded(context, 'x-forwarded-for') ?? peer)
}

export interface Networks {
  address: string
  net_48: string | null
  net_32: string | null
}

/** Returns the client's address with the networks around it: the owner of one IPv6 /64 may have all of a /48, or a /32. */
export function clientNetworks(context: AppContext): Networks {
  const address = clientAddress(context)
  const [groups, isIPv6Network] = address.split('::/64')
  if (isIPv6Network === undefined) return { address, net_48: null, net_32: null }
  const first = (count: number) => groups?.split(':').slice(0, count).join(':') ?? ''
  return { address, net_48: `${first(3)}::/48`, net_32: `${first(2)}::/32` }
}

export function isHttps(context: AppContext): boolean {
  const scheme = forwarded(context, 'x-forwarded-proto')
  return scheme ? scheme.toLowerCase() === 'https' : context.req.url.startsWith('https:')
}

function forwarded(context: AppContext, header: 'x-forwarded-for' | 'x-forwarded-proto'): string | undefined {
  const hops = context.get('services').config.trustedProxyHops
  if (hops === 0) return undefined
  const peer = context.env?.incoming?.socket?.remoteAddress
  const value = context.req.header(header)
  // Our proxy is on this machine or in its network: a stranger who reaches the port can send any header.
  if (peer !== undefined && !isOurNetwork(peer)) {
    if (value !== undefined) warnOfPeer(context, peer)
    return undefined
  }
  if (!value?.includes(',')) return value?.trim() || undefined
  const entries = value.split(',').flatMap((entry) => entry.trim() || [])
  // With fewer entries than proxies, the request bypassed the outer ones: the nearest one's entry is true.
  return entries.at(-hops) ?? entries.at(-1)
}

/** Logs once: either the proxy has a public address, and all its visitors count as one, or a client bypassed it. */
function warnOfPeer(context: AppContext, peer: string): void {
  const { buckets, log, now } = context.get('services')
  if (buckets.take('proxy-not-trusted', { burst: 1, perMinute: 0 }, now()) > 0) return
  log({ level: 'warn', event: 'proxy-not-trusted', address: networkOf(peer) })
}

/** One household has a whole IPv6 /64: counting its single addresses would be useless. */
function networkOf(address: string): string {
  if (!address.includes(':')) return address
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped) return mapped
  if (!isIPv6(address)) return address
  const [head = '', tail = ''] = address.toLowerCase().split('::')
  const groups = head.split(':').filter(Boolean)
  const rest = tail.split(':').filter(Boolean)
  const zeros = address.includes('::')
    ? Array<string>(Math.max(0, 8 - groups.length - rest.length)).fill('0')
    : []
  const network = [...groups, ...zeros, ...rest].slice(0, 4).map((group) => group.replace(/^0+(?=.)/, ''))
  return `${network.join(':')}::/64`
}
