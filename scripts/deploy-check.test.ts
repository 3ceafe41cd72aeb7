import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { tableOf } from './deploy-check.ts'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'deploy-check-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const check = (settings: string, env: Record<string, string> = {}) => {
  const file = join(folder, 'zhice.env')
  writeFileSync(file, settings, { mode: 0o600 })
  const script = fileURLToPath(new URL('deploy-check.ts', import.meta.url))
  return spawnSync(process.execPath, [script, file], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, ...env },
  })
}

test('complete settings of a real installation: 0, with the weak ones listed', () => {
  for (const name of ['data', 'dist']) mkdirSync(join(folder, name), { mode: 0o700 })
  writeFileSync(join(folder, 'dist/index.html'), '')
  chmodSync(join(folder, 'data'), 0o755)
  const { status, stdout } = check(`
    PUBLIC_ORIGINS=https://zc.example.cn
    TRUSTED_PROXY_HOPS=1
    OPERATOR_PHONES=13800000001
    INSTALL_SECRET=0123456789abcdef0123456789abcdef
    SMS_OUTBOX=yes
    OBJECTS_PUBLIC_URL=https://files.example.cn
    DATA_DIR=${join(folder, 'data')}
    DIST_DIR=${join(folder, 'dist')}`)
  // The two below, and the seven of src/site.ts, which is the repository's sample here.
  expect(stdout).toContain('可以正式运行，9 项偏弱')
  expect(stdout).toMatch(/^偏弱 +src\/site\.ts operator +示例运营单位/m)
  expect(stdout).toMatch(/^偏弱 +SMS_\* +SMS_OUTBOX=yes/m)
  expect(stdout).toMatch(/^偏弱 +\S+data +755 +只有服务的用户能进/m)
  expect(stdout).not.toContain('0123456789abcdef')
  expect(status).toBe(0)
})

test('without any: 1, and everything that is missing', () => {
  const { status, stdout } = check('PORT=x')
  const missing = [...stdout.matchAll(/^缺少 +(\S+)/gm)].map(([, name]) => name)
  expect(missing).toEqual(
    expect.arrayContaining(['PUBLIC_ORIGINS', 'TRUSTED_PROXY_HOPS', 'INSTALL_SECRET', 'SMS_*']),
  )
  expect(stdout).toContain('PORT 应为 0 到 65535 之间的整数')
  expect(stdout).toContain('项不能用于正式运行')
  expect(status).toBe(1)
})

test('findings that need action come first, in columns', () => {
  const lines = tableOf([
    { name: 'A', state: 'fine', found: '已设置', expected: '…' },
    { name: 'LONG_NAME', state: 'missing', found: '未设置', expected: '网址' },
  ])
  expect(lines).toEqual([
    '结果  设置       现在    应为',
    '缺少  LONG_NAME  未设置  网址',
    '正常  A          已设置',
  ])
})

test('a secret from systemd counts as set, and precedes the file', () => {
  const credentials = join(folder, 'credentials')
  mkdirSync(credentials)
  writeFileSync(join(credentials, 'INSTALL_SECRET'), '0123456789abcdef0123456789abcdef\n')
  writeFileSync(join(credentials, 'note.txt'), 'no setting')
  const settings = 'NODE_ENV=production\nINSTALL_SECRET=short'
  expect(check(settings).stdout).toMatch(/^有误 +INSTALL_SECRET/m)
  const { stdout } = check(settings, { CREDENTIALS_DIRECTORY: credentials })
  expect(stdout).toMatch(/^正常 +INSTALL_SECRET +已设置/m)
  expect(stdout).not.toContain('0123456789abcdef')
})
