import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AstroConfig } from 'astro'
import { createServer, type InlineConfig, type ViteDevServer } from 'vite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { editor } from './integration.ts'

const root = mkdtempSync(join(tmpdir(), 'editor-'))
let dev: ViteDevServer
let origin: string

beforeAll(async () => {
  mkdirSync(join(root, 'cache/drafts'), { recursive: true })
  writeFileSync(join(root, 'cache/drafts/1.md'), 'TEXT')
  let vite: InlineConfig = {}
  await editor('content', join(root, 'cache')).hooks['astro:config:setup']?.({
    command: 'dev',
    injectRoute: () => {},
    updateConfig: (config: Partial<AstroConfig>) => {
      vite = config.vite as InlineConfig
      return config
    },
  } as never)
  const optimizeDeps = { noDiscovery: true, include: [] }
  dev = await createServer({
    ...{ ...vite, optimizeDeps, configFile: false, root, logLevel: 'silent', appType: 'custom' },
  })
  await dev.listen(0)
  origin = dev.resolvedUrls?.local[0]?.replace(/\/$/, '') ?? ''
})
afterAll(async () => {
  await dev.close()
  rmSync(root, { recursive: true })
})

test('pages have the token of the session, and nobody gets it as a module', async () => {
  const { token } = await dev.ssrLoadModule('virtual:editor-session')
  expect(token).toMatch(/^[\w-]{32}$/)
  for (const path of ['/@id/__x00__virtual:editor-session', '/@id/virtual:editor-session']) {
    for (const query of ['', '?import', '?raw', '?ssr']) {
      expect(await (await fetch(origin + path + query)).text(), path + query).not.toContain(token)
    }
  }
})

test('drafts are not handed out', async () => {
  for (const path of ['/cache/drafts/1.md', `/@fs${root}/cache/drafts/1.md?raw`]) {
    expect(await (await fetch(origin + path)).text()).not.toContain('TEXT')
  }
})
