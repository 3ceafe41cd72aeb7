import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { settingsOf } from './units.ts'

const EXPOSURE = 2

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'units-'))
  cpSync('docs/zhice@.socket', join(folder, 'zhice@.socket'))
  const service = readFileSync('docs/zhice@.service', 'utf8').replaceAll('/srv/zhice', process.cwd())
  writeFileSync(join(folder, 'zhice@.service'), service)
})
afterEach(() => rmSync(folder, { recursive: true }))

const analyze = (...args: string[]) =>
  execFileSync('systemd-analyze', args, { encoding: 'utf8', stdio: 'pipe' })

test('systemd understands all of them', () => {
  expect(analyze('verify', join(folder, 'zhice@1.service'), join(folder, 'zhice@1.socket'))).toBe('')
})

test('the service may do little besides its work', () => {
  const said = analyze('security', '--offline=yes', join(folder, 'zhice@1.service'))
  const [, exposure] = /exposure level for zhice@1\.service: ([\d.]+)/.exec(said) ?? []
  console.log(`exposure ${exposure}`)
  expect(Number(exposure)).toBeLessThan(EXPOSURE)
})

test('a database that comes late is waited for without end', () => {
  expect(settingsOf('docs/zhice@.service', 'StartLimitIntervalSec')).toEqual(['0'])
  expect(settingsOf('docs/zhice@.service', 'Restart')).toEqual(['on-failure'])
})
