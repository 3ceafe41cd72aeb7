import { expect, test } from 'vitest'
import { ConfigError, getConfig } from './config.ts'

test('an empty environment gives the embedded set-up', () => {
  expect(getConfig({})).toEqual({
    port: 4321,
    dataDir: '.data',
    distDir: 'dist',
    operatorPhones: new Set(['13900000000']),
    publicOrigins: new Set(),
    trustedProxyHops: 0,
    checkAnswers: false,
  })
})

test('every setting can be given, with blanks around its parts', () => {
  const config = getConfig({
    PORT: '8080',
    OPERATOR_PHONES: '13800000001, 13800000002',
    PUBLIC_ORIGINS: 'https://a.example.cn , https://b.example.cn:8443',
    TRUSTED_PROXY_HOPS: '2',
    NODE_ENV: 'development',
  })
  expect(config).toMatchObject({ port: 8080, trustedProxyHops: 2, checkAnswers: true })
  expect(config.operatorPhones).toEqual(new Set(['13800000001', '13800000002']))
  expect(config.publicOrigins).toEqual(new Set(['https://a.example.cn', 'https://b.example.cn:8443']))
})

test('an empty value counts as not set', () => {
  expect(getConfig({ PORT: '', DATA_DIR: ' ' })).toMatchObject({ port: 4321, dataDir: '.data' })
})

test.each([
  [{ PORT: '0x50' }, 'PORT 应为'],
  [{ PORT: '65536' }, 'PORT 应为'],
  [{ PORT: '-1' }, 'PORT 应为'],
  [{ TRUSTED_PROXY_HOPS: '1.5' }, 'TRUSTED_PROXY_HOPS 应为'],
  [{ OPERATOR_PHONES: '13800000001,123' }, '“123”不是手机号'],
  [{ PUBLIC_ORIGINS: 'https://a.example.cn/' }, 'PUBLIC_ORIGINS 应为'],
  [{ PUBLIC_ORIGINS: 'a.example.cn' }, 'PUBLIC_ORIGINS 应为'],
  [{ DATABASE_URL: 'postgres://x' }, 'DATABASE_URL'],
])('%o is refused in Chinese', (env, words) => {
  expect(() => getConfig(env)).toThrow(ConfigError)
  expect(() => getConfig(env)).toThrow(words)
})

test('all bad settings are named at once', () => {
  const read = () => getConfig({ PORT: 'x', TRUSTED_PROXY_HOPS: 'y' })
  expect(read).toThrow('PORT')
  expect(read).toThrow('TRUSTED_PROXY_HOPS')
})
