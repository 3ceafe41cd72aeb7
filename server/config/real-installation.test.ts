import { describe, expect, test } from 'vitest'
import { site } from '../../src/site.ts'
import { ConfigError, type Environment, getConfig } from './config.ts'
import { examineSettings, examineSite } from './real-installation.ts'

const SMS = {
  SMS_ACCESS_KEY_ID: 'LTAI-test',
  SMS_ACCESS_KEY_SECRET: 'geheim-sms',
  SMS_SIGN_NAME: '知策',
  SMS_TEMPLATE_CODE: 'SMS_1',
}
const REAL = {
  ...SMS,
  PUBLIC_ORIGINS: 'https://zc.example.cn',
  TRUSTED_PROXY_HOPS: '1',
  OPERATOR_PHONES: '13800000001',
  INSTALL_SECRET: '0123456789abcdef0123456789abcdef',
  OBJECTS_PUBLIC_URL: 'https://files.example.cn',
  DATA_DIR: '/var/lib/zhice',
}
const NEEDED = [
  'PUBLIC_ORIGINS',
  'TRUSTED_PROXY_HOPS',
  'OPERATOR_PHONES',
  'INSTALL_SECRET',
  'SMS_*',
  'OBJECTS_PUBLIC_URL',
]

const namesIn = (env: Environment, pid?: number) => {
  try {
    getConfig(env, pid)
    return []
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError)
    return (error as Error).message.split('\n').map((line) => line.split(' ')[0])
  }
}

test('told everything, it starts, and nobody is an operator but those named', () => {
  expect(getConfig(REAL)).toMatchObject({ operatorPhones: new Set(['13800000001']), trustedProxyHops: 1 })
})

test.each([
  [{ NODE_ENV: 'production' }, NEEDED],
  [{ PUBLIC_ORIGINS: 'http://a.example.cn,https://zc.example.cn' }, NEEDED],
  [{ PUBLIC_ORIGINS: 'https://zc.example.cn' }, NEEDED.slice(1)],
  [SMS, NEEDED.filter((name) => name !== 'SMS_*')],
])('a real one that is told nothing more than %o does not start, and all is named at once', (env, names) => {
  expect(namesIn(env)).toEqual(names)
})

test.each(Object.keys(REAL).filter((name) => !name.startsWith('SMS_') && name !== 'DATA_DIR'))(
  'without %s alone it does not start',
  (name) => {
    expect(namesIn({ ...REAL, [name]: '' })).toEqual([name])
  },
)

test.each([
  [{ OPERATOR_PHONES: '13800000001,13900000000' }, 'OPERATOR_PHONES'],
  [{ TRUSTED_PROXY_HOPS: '0' }, 'TRUSTED_PROXY_HOPS'],
  [{ INSTALL_SECRET: 'geheim-geheim' }, 'INSTALL_SECRET'],
  [{ INSTALL_SECRET: 'a'.repeat(64) }, 'INSTALL_SECRET'],
  [{ OBJECTS_PUBLIC_URL: 'http://files.example.cn' }, 'OBJECTS_PUBLIC_URL'],
  [{ PUBLIC_ORIGINS: 'http://zc.example.cn', NODE_ENV: 'production' }, 'PUBLIC_ORIGINS'],
])('%o is what is left of a trial: %s is named', (env, name) => {
  expect(namesIn({ ...REAL, ...env })).toEqual([name])
  expect(() => getConfig({ ...REAL, ...env })).not.toThrow('geheim')
})

test('the outbox for SMS is there when somebody asks for it by name', () => {
  const { SMS_ACCESS_KEY_ID, SMS_ACCESS_KEY_SECRET, SMS_SIGN_NAME, SMS_TEMPLATE_CODE, ...env } = REAL
  expect(namesIn(env)).toEqual(['SMS_*'])
  expect(getConfig({ ...env, SMS_OUTBOX: 'yes' }).sms).toBeUndefined()
})

describe('a NODE_ENV that was left in a shell or an image', () => {
  const told = { ...SMS, PUBLIC_ORIGINS: 'https://zc.example.cn' }

  test.each(['test', 'development'])('%s switches nothing off in a process that starts', (NODE_ENV) => {
    const env = { NODE_ENV, ...told }
    expect(namesIn(env, process.pid)).toEqual(NEEDED.slice(1).filter((name) => name !== 'SMS_*'))
  })

  test('and a trial stays one', () => {
    expect(namesIn({ NODE_ENV: 'development' }, process.pid)).toEqual([])
  })

  test('but tests open a portal in their own process', () => {
    expect(namesIn({ NODE_ENV: 'test', ...told })).toEqual([])
  })
})

test.each([
  ['http://zc.example.cn', true],
  ['http://1.2.3.4:8080', true],
  ['http://localhost:4321', false],
  ['http://portal', false],
  ['http://portal.test', false],
  ['http://192.168.1.5:4321', false],
  ['http://10.0.0.5', false],
  ['http://[::1]:4321', false],
])('%s is an address for the public: %s', (origin, isPublic) => {
  const names = ['PUBLIC_ORIGINS', 'TRUSTED_PROXY_HOPS', 'OPERATOR_PHONES', 'INSTALL_SECRET', 'SMS_*']
  expect(namesIn({ PUBLIC_ORIGINS: origin })).toEqual(isPublic ? [...names, 'OBJECTS_PUBLIC_URL'] : [])
})

test('what is weak is said, and does not keep it from starting', () => {
  const env: Environment = {
    ...REAL,
    BIND_ADDRESS: '0.0.0.0',
    DATA_DIR: '.data',
    DATABASE_URL: 'postgres://portal:geheim@db.example.cn/portal',
  }
  const findings = examineSettings((name) => env[name])
  expect(findings.filter(({ state }) => state !== 'fine').map(({ name, state }) => [name, state])).toEqual([
    ['BIND_ADDRESS', 'weak'],
    ['DATA_DIR', 'weak'],
    ['DATABASE_URL', 'weak'],
  ])
  expect(JSON.stringify(findings)).not.toMatch(/geheim|0123456789/)
  expect(getConfig(env).bindAddress).toBe('0.0.0.0')
})

test('who runs the portal has to be told; the sample of the repository is named, field by field', () => {
  expect(examineSite().filter(({ state }) => state !== 'weak')).toEqual([])
  const own = {
    operator: '广州某某科技有限公司',
    address: '广州市天河区某某路1号',
    hotline: '020-88888888',
    email: 'service@zhice.cn',
    icp: '粤ICP备2026000001号',
    police: '粤公网安备44010602000001号',
    storage: '阿里云华北2（北京）',
  }
  expect(examineSite({ ...site, ...own }).every(({ state }) => state === 'fine')).toBe(true)
  expect(examineSite({ ...own, icp: '' }).filter(({ state }) => state === 'weak')).toMatchObject([
    { name: 'src/site.ts icp', found: '没有写' },
  ])
})

test.each([
  'postgres://portal@localhost/portal',
  'postgres:///portal?host=/run/postgresql',
  'postgres://portal@db.example.cn/portal?sslmode=verify-full',
])('%s is fine', (url) => {
  const database = examineSettings((name) => (name === 'DATABASE_URL' ? url : undefined))
  expect(database.find(({ name }) => name === 'DATABASE_URL')?.state).toBe('fine')
})

test.each(['all', '*', '1.2.3', 'example.cn'])('BIND_ADDRESS=%s is no address', (value) => {
  expect(namesIn({ BIND_ADDRESS: value })).toEqual(['BIND_ADDRESS'])
})
