import { describe, expect, test } from 'vitest'
import { ConfigError, getConfig } from './config.ts'

test('an empty environment gives the embedded set-up', () => {
  expect(getConfig({})).toEqual({
    port: 4321,
    bindAddress: '127.0.0.1',
    databaseUrl: undefined,
    dataDir: '.data',
    distDir: 'dist',
    requiresFactor: false,
    operatorPhones: new Set(['13900000000']),
    publicOrigins: new Set(),
    embedHosts: [],
    trustedProxyHops: 0,
    hstsSubdomains: false,
    isPreview: false,
    drainSeconds: 0,
    objects: { kind: 'local', port: 4322, publicUrl: undefined },
    checkAnswers: false,
  })
})

test('every setting can be given, with blanks around its parts', () => {
  const config = getConfig({
    PORT: '8080',
    OPERATOR_PHONES: '13800000001, 13800000002',
    PUBLIC_ORIGINS: 'https://a.example.cn , https://b.example.cn:8443',
    TRUSTED_PROXY_HOPS: '2',
    NODE_ENV: 'test',
  })
  expect(config).toMatchObject({ port: 8080, trustedProxyHops: 2, checkAnswers: true })
  expect(config.operatorPhones).toEqual(new Set(['13800000001', '13800000002']))
  expect(config.publicOrigins).toEqual(new Set(['https://a.example.cn', 'https://b.example.cn:8443']))
})

test('the sites that may show a part of the portal are origins, with a star at the beginning or alone', () => {
  const hosts = ['https://www.example.cn', 'https://*.gov.example', 'http://localhost:8080', '*']
  expect(getConfig({ EMBED_HOSTS: hosts.join(' , ') }).embedHosts).toEqual(hosts)
  for (const bad of [
    'www.example.cn',
    'https://www.example.cn/',
    'https://a.example.cn; script-src *',
    "'self'",
    'https://*',
    'https://*.',
    'https://a.*.cn',
    'https://a;script-src',
    'https://*.*.cn',
    'data:',
  ])
    expect(() => getConfig({ EMBED_HOSTS: `https://www.example.cn,${bad}` }), bad).toThrow('EMBED_HOSTS 应为')
})

test('the company id that pages use for the portal can be given', () => {
  expect(getConfig({ SITE_COMPANY_ID: '4711' }).siteCompanyId).toBe(4711)
  expect(getConfig({}).siteCompanyId).toBeUndefined()
})

describe('sockets of the service manager', () => {
  const told = { LISTEN_PID: '4711', LISTEN_FDS: '2', OBJECTS_PUBLIC_URL: 'https://files.example.cn' }

  test('are taken in the order of the unit', () => {
    expect(getConfig(told, 4711).sockets).toEqual({ site: { fd: 3 }, files: { fd: 4 } })
  })

  test('that are meant for another process are not ours', () => {
    expect(getConfig(told, 4712).sockets).toBeUndefined()
    expect(getConfig(told).sockets).toBeUndefined()
  })

  test('are two, and browsers need an address for the files', () => {
    expect(() => getConfig({ ...told, LISTEN_FDS: '1' }, 4711)).toThrow('LISTEN_FDS 应为 2')
    expect(() => getConfig({ ...told, OBJECTS_PUBLIC_URL: '' }, 4711)).toThrow('OBJECTS_PUBLIC_URL 应为')
  })
})

test('an empty value counts as not set', () => {
  expect(getConfig({ PORT: '', DATA_DIR: ' ' })).toMatchObject({ port: 4321, dataDir: '.data' })
})

test.each([
  [{ PORT: '0x50' }, 'PORT 应为'],
  [{ PORT: '65536' }, 'PORT 应为'],
  [{ PORT: '-1' }, 'PORT 应为'],
  [{ SITE_COMPANY_ID: '0' }, 'SITE_COMPANY_ID 应为'],
  [{ TRUSTED_PROXY_HOPS: '1.5' }, 'TRUSTED_PROXY_HOPS 应为'],
  [{ OPERATOR_PHONES: '13800000001,123' }, '“123”不是手机号'],
  [{ PUBLIC_ORIGINS: 'https://a.example.cn/' }, 'PUBLIC_ORIGINS 应为'],
  [{ PUBLIC_ORIGINS: 'a.example.cn' }, 'PUBLIC_ORIGINS 应为'],
  [{ DATABASE_URL: 'postgres://x' }, 'DATABASE_URL 应形如'],
  [{ DATABASE_URL: 'postgres:///portal' }, 'DATABASE_URL 应形如'],
  [{ DATABASE_URL: 'postgres://db:99999/portal' }, 'DATABASE_URL 应形如'],
  [{ DATABASE_URL: 'postgres://u:100%@db/portal' }, 'DATABASE_URL 应形如'],
  [{ DATABASE_URL: 'mysql://u:p@db/portal' }, 'DATABASE_URL 应形如'],
])('%o is refused in Chinese', (env, words) => {
  expect(() => getConfig(env)).toThrow(ConfigError)
  expect(() => getConfig(env)).toThrow(words)
})

test.each([
  'postgres://portal:p%40ss@db.example.cn:5432/portal',
  'postgresql://portal@10.0.0.2/portal?sslmode=verify-full',
  'postgres:///portal?host=/run/postgresql',
])('%s is a database, and there is no operator but those that are named', (url) => {
  const { databaseUrl, operatorPhones } = getConfig({ DATABASE_URL: ` ${url} ` })
  expect(databaseUrl).toBe(url)
  expect(operatorPhones).toEqual(new Set())
  const named = getConfig({ DATABASE_URL: url, OPERATOR_PHONES: '13800000001' })
  expect(named.operatorPhones).toEqual(new Set(['13800000001']))
})

test('a bad database URL is not repeated: it has a password in it', () => {
  const read = () => getConfig({ DATABASE_URL: 'mysql://portal:geheim@db/portal' })
  expect(read).not.toThrow('geheim')
})

test('all bad settings are named at once', () => {
  const read = () => getConfig({ PORT: 'x', TRUSTED_PROXY_HOPS: 'y' })
  expect(read).toThrow('PORT')
  expect(read).toThrow('TRUSTED_PROXY_HOPS')
})
