import { defineConfig } from 'playwright/test'
import config from '../../playwright.config.ts'
import { ENGINES, type Engine } from './person.ts'

export default defineConfig<object, { engine: Engine }>({
  ...config,
  testDir: '.',
  outputDir: '../../test-results/browsers',
  // Firefox and WebKit with their helpers use a core each.
  workers: 2,
  projects: ENGINES.map((engine) => ({ name: engine, use: { engine } })),
  webServer: { ...config.webServer, cwd: '../..' } as typeof config.webServer & object,
})
