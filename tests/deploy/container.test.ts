/**
 * Tests the Containerfile as far as possible without images: the copied files start, and nginx accepts the rewritten
 * configuration.
 */
import { execFileSync, spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { parse } from 'yaml'
import { endingWithUs } from '../../server/testing/end-with-us.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'container-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

function stage(name: string): string[] {
  const lines = readFileSync('Containerfile', 'utf8').replaceAll('\\\n', '').split('\n')
  const from = lines.findIndex((line) => line.startsWith('FROM ') && line.endsWith(` AS ${name}`))
  const next = lines.findIndex((line, index) => index > from && line.startsWith('FROM '))
  return lines.slice(from + 1, next === -1 ? undefined : next)
}

test('what the image of the server holds is enough for it to start', async () => {
  const instructions = stage('portal')
  for (const line of instructions) {
    const [verb, ...words] = line.split(' ')
    if (verb !== 'COPY' || words[0]?.startsWith('--from')) continue
    const to = words.pop() ?? ''
    for (const path of words) {
      mkdirSync(join(folder, to, '..'), { recursive: true })
      cpSync(path, to === './' ? join(folder, path) : join(folder, to), { recursive: true })
    }
  }
  symlinkSync(join(process.cwd(), 'node_modules'), join(folder, 'node_modules'))
  const command = instructions.find((line) => line.startsWith('CMD '))?.slice('CMD '.length) ?? ''
  const [program = '', ...args] = JSON.parse(command) as string[]
  const server = spawn(...endingWithUs(program, args), {
    cwd: folder,
    env: { PATH: process.env['PATH'], PORT: '0', OBJECTS_PORT: '0', DATA_DIR: join(folder, 'data') },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise((resolve) => server.once('exit', resolve))
  try {
    let port: string | undefined
    for await (const line of createInterface({ input: server.stdout })) {
      port = /localhost:(\d+)/.exec(line)?.[1]
      if (port) break
    }
    expect((await fetch(`http://localhost:${port}/readyz`)).status).toBe(200)
  } finally {
    server.kill('SIGTERM')
    await ended
  }
})

test('nginx takes its configuration as the image rewrites it', () => {
  const certificates = join(folder, 'certificates')
  mkdirSync(certificates)
  for (const host of ['portal.test', 'files.test']) {
    const files = ['-keyout', join(certificates, `${host}.key`), '-out', join(certificates, `${host}.pem`)]
    const key = '-x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2'.split(' ')
    execFileSync('openssl', ['req', ...key, '-subj', `/CN=${host}`, ...files], { stdio: 'ignore' })
  }
  const conf = join(folder, 'default.conf')
  cpSync('docs/nginx.conf', conf)
  const rewrite = stage('web').find((line) => line.startsWith('RUN sed')) ?? ''
  execFileSync('sh', ['-c', rewrite.slice('RUN '.length).replace('/etc/nginx/conf.d/default.conf', conf)], {
    env: { PATH: process.env['PATH'], SITE_HOST: 'portal.test', FILES_HOST: 'files.test' },
  })
  const written = readFileSync(conf, 'utf8')
  expect(written.match(/server portal:432[12] /g)).toHaveLength(2)
  expect(written).not.toMatch(/(server_name|_log|ssl_\w+|\n {2}server) \S*(example\.cn|unix:|\/var\/log)/)
  // Only containers know the name of the other container.
  const here = written.replaceAll('portal:', '127.0.0.1:').replaceAll('/etc/ssl/zhice', certificates)
  const open = here
    .replaceAll('/dev/stdout', join(folder, 'log'))
    .replaceAll('/dev/stderr', join(folder, 'log'))
  writeFileSync(conf, open.replaceAll(/listen (80|443)/g, `listen unix:${folder}/$1.sock`))
  const main = join(folder, 'nginx.conf')
  writeFileSync(
    main,
    `pid ${folder}/pid;\nevents {}\nhttp { include /etc/nginx/mime.types; include ${conf}; }\n`,
  )
  execFileSync('nginx', ['-t', '-q', '-c', main, '-e', join(folder, 'error')])
})

test('the services of compose.yaml are built from stages that there are', () => {
  const { services } = parse(readFileSync('compose.yaml', 'utf8')) as {
    services: Record<string, { build?: { target: string } }>
  }
  const targets = Object.values(services).flatMap(({ build }) => build?.target ?? [])
  expect(targets).toEqual(['portal', 'web'])
  for (const target of targets) expect(stage(target)).not.toHaveLength(0)
})
