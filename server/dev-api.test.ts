/** The files that `astro dev` serves from its folder, by caller. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { AstroConfig } from 'astro'
import { createServer, type InlineConfig, type ViteDevServer } from 'vite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { devApi } from './dev-api.ts'

const root = mkdtempSync(join(tmpdir(), 'dev-api-'))
const PRIVATE = [
  '.data/portal.sqlite',
  '.data/portal.sqlite-wal',
  '.data/sms-outbox.jsonl',
  'own-data/portal.sqlite',
  'zhice.env',
  'settings.env',
  '.env.local',
  'certificates/site.key',
  '.builds/1/index.html',
  '.preview/index.html',
]
let dev: ViteDevServer
let origin: string

beforeAll(async () => {
  for (const file of [...PRIVATE, 'src/open.txt']) {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), 'TEXT')
  }
  let vite: InlineConfig = {}
  const env = { DATA_DIR: join(root, 'own-data') }
  await devApi(env).hooks['astro:config:setup']?.({
    command: 'dev',
    updateConfig: (config: Partial<AstroConfig>) => {
      vite = config.vite as InlineConfig
      return config
    },
  } as never)
  dev = await createServer({ ...vite, configFile: false, root, logLevel: 'silent', appType: 'custom' })
  await dev.listen(0)
  origin = dev.resolvedUrls?.local[0]?.replace(/\/$/, '') ?? ''
})
afterAll(async () => {
  await dev.close()
  rmSync(root, { recursive: true })
})

test.each(PRIVATE)('%s is nobody’s, whatever way it is asked for', async (file) => {
  for (const path of [`/${file}`, `/@fs${root}/${file}`, `/${file.toUpperCase()}`]) {
    for (const query of ['', '?raw', '?url', '?import&raw', '?inline']) {
      const answer = await fetch(origin + path + query)
      expect(await answer.text(), path + query).not.toContain('TEXT')
    }
  }
})

test('what pages are made from is handed out, to pages of this server alone', async () => {
  const file = `${origin}/src/open.txt`
  expect(await (await fetch(file)).text()).toBe('TEXT')
  for (const other of ['http://localhost:1234', 'http://127.0.0.1:1234', 'http://x.localhost:9999']) {
    const answer = await fetch(file, { headers: { origin: other } })
    expect(answer.headers.get('access-control-allow-origin'), other).toBeNull()
  }
})
