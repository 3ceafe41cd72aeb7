import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { getConfig } from '../config/config.ts'
import type { LogEntry } from '../log.ts'
import { Buckets } from './buckets.ts'
import { clientAddress, clientNetworks, isHttps } from './client.ts'
import type { AppEnv, Services } from './types.ts'

async function seen(
  hops: number,
  headers: Record<string, string>,
  peer: string | { remoteAddress: string } = '127.0.0.1',
  { log = () => {}, buckets = new Buckets() }: Partial<Pick<Services, 'log' | 'buckets'>> = {},
) {
  const app = new Hono<AppEnv>().get('/', (context) => {
    const config = getConfig({ TRUSTED_PROXY_HOPS: String(hops) })
    context.set('services', { config, log, buckets, now: Date.now } as Services)
    return context.json({
      address: clientAddress(context),
      https: isHttps(context),
      networks: clientNetworks(context),
    })
  })
  const socket = typeof peer === 'string' ? { remoteAddress: peer } : peer
  const env = { incoming: { headers, socket } }
  return (await app.request('http://portal.test/', { headers }, env)).json()
}

const forwarded = { 'x-forwarded-for': '1.1.1.1, 2.2.2.2', 'x-forwarded-proto': 'https' }

test('without a trusted proxy the headers are only claims', async () => {
  expect(await seen(0, forwarded, '9.9.9.9')).toMatchObject({ address: '9.9.9.9', https: false })
})

test('one proxy: the entry that it added counts, not the one in front', async () => {
  expect(await seen(1, forwarded)).toMatchObject({ address: '2.2.2.2', https: true })
})

test('two proxies: the second entry from the right', async () => {
  expect(await seen(2, forwarded)).toMatchObject({ address: '1.1.1.1', https: true })
})

test('without the headers the connection counts', async () => {
  expect(await seen(1, {}, '9.9.9.9')).toMatchObject({ address: '9.9.9.9', https: false })
})

test.each(['9.9.9.9', '2001:db8::9', '::ffff:9.9.9.9', '172.32.0.1'])(
  'a stranger at %s who reaches the port itself only claims',
  async (address) => {
    const direct = await seen(1, {}, address)
    expect(await seen(1, forwarded, address)).toEqual(direct)
    expect(direct.https).toBe(false)
  },
)

test('a proxy with a public address is not believed, which is said once', async () => {
  const entries: LogEntry[] = []
  const surroundings = { log: (entry: LogEntry) => void entries.push(entry), buckets: new Buckets() }
  await seen(1, {}, '9.9.9.9', surroundings)
  await seen(1, forwarded, '10.0.0.1', surroundings)
  expect(entries).toEqual([])
  for (let asked = 0; asked < 3; asked += 1) await seen(1, forwarded, '2001:db8::9', surroundings)
  expect(entries).toEqual([{ level: 'warn', event: 'proxy-not-trusted', address: '2001:db8:0:0::/64' }])
})

test.each(['127.0.0.1', '::1', '::ffff:10.1.2.3', '172.16.0.9', '192.168.1.1', 'fd00::1'])(
  'a proxy at %s may be ours',
  async (address) => {
    expect(await seen(1, forwarded, address)).toMatchObject({ address: '2.2.2.2', https: true })
  },
)

test('one connection of a proxy brings many people', async () => {
  const connection = { remoteAddress: '127.0.0.1' }
  expect(await seen(1, forwarded, connection)).toMatchObject({ address: '2.2.2.2', https: true })
  const other = { 'x-forwarded-for': '3.3.3.3', 'x-forwarded-proto': 'http' }
  expect(await seen(1, other, connection)).toMatchObject({ address: '3.3.3.3', https: false })
})

test('a header without an address is none', async () => {
  for (const claim of ['', ' ', ',', ' , '])
    expect(await seen(1, { 'x-forwarded-for': claim }, '10.0.0.1')).toMatchObject({ address: '10.0.0.1' })
})

test('who came past the outer proxy counts as the inner one has seen him', async () => {
  expect(await seen(3, forwarded)).toMatchObject({ address: '2.2.2.2', https: true })
})

test.each([
  ['::ffff:1.2.3.4', '1.2.3.4'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:db8::9', '2001:db8:0:0::/64'],
  ['2001:0db8:0001:00a2::9', '2001:db8:1:a2::/64'],
  ['::1', '0:0:0:0::/64'],
])('%s counts as %s', async (address, network) => {
  expect(await seen(0, {}, address)).toMatchObject({ address: network })
})

test.each([
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48', '2001:db8::/32'],
  ['2001:db8::9', '2001:db8:0::/48', '2001:db8::/32'],
  ['1.2.3.4', null, null],
])('%s is counted by %s and %s, too', async (address, net_48, net_32) => {
  expect(await seen(0, {}, address)).toMatchObject({ networks: { net_48, net_32 } })
})
