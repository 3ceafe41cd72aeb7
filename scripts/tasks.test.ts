import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { COMPILE_SERVER, SERVER, tasksFor } from './tasks.mjs'

const IMPORT = ['node', 'scripts/content/import-providers.ts', 'https://zhengce.example.cn']
const CHECK = ['node', 'scripts/content/check.ts', '--quick']

test.each(['build', 'start'])('%s fetches the approved providers first if an address is given', (task) => {
  const steps = tasksFor({ PROVIDERS_FROM: 'https://zhengce.example.cn' })[task] ?? []
  expect(steps.slice(0, 2)).toEqual([IMPORT, CHECK])
  expect(tasksFor({})[task]).toEqual(steps.slice(1))
})

test('one spec runs without the others, among those that read the build', () => {
  const ends = (...args: string[]) =>
    tasksFor({}, args)
      ['test:e2e']?.map(([command]) => command)
      .slice(4)
  expect(ends('tests/e2e/login.spec.ts', '--headed')).toEqual(['playwright'])
  expect(ends('tests/built/bytes.test.ts')).toEqual(['vitest'])
  expect(ends('--headed')).toEqual(['playwright'])
})

test('the first failing step is the last, so that its output is not buried', () => {
  const content = mkdtempSync(join(tmpdir(), 'content-'))
  mkdirSync(join(content, 'originals'))
  writeFileSync(join(content, 'originals/a.md'), '---\nid: 0\n---\n')
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/run.mjs', 'build'], {
    env: { ...process.env, CONTENT_DIR: content },
    encoding: 'utf8',
  })
  rmSync(content, { recursive: true })
  expect(status).toBe(1)
  expect(stderr).toContain('originals/a.md')
  expect(stdout.trim().split('\n').at(-1)).toContain('需要修改')
})

test('tests and figures use the present content', () => {
  const { test: tests, bench } = tasksFor({ PROVIDERS_FROM: 'https://zhengce.example.cn' })
  expect([tests, bench]).toEqual([tasksFor({})['test'], tasksFor({})['bench']])
})

test("this Node accepts the server's flags, and can then return memory", () => {
  const [, ...flags] = SERVER.slice(0, -1)
  const { stdout } = spawnSync(process.execPath, [...flags, '-p', 'typeof gc'], { encoding: 'utf8' })
  expect(stdout.trim()).toBe('function')
})

test('the server runs as a single unit of systemd starts it, compiled beforehand', () => {
  const unit = readFileSync('docs/zhice@.service', 'utf8')
  const [, before] = /^ExecStartPre=.*\.bin\/(.*)$/m.exec(unit) ?? []
  const [, server] = /^ExecStart=.*\.bin\/(.*)$/m.exec(unit) ?? []
  expect([before?.split(' '), server?.split(' ')]).toEqual([COMPILE_SERVER, SERVER])
  for (const task of ['start', 'preview'])
    expect(tasksFor({})[task]?.slice(-2)).toEqual([COMPILE_SERVER, SERVER])
})
