/** The journeys in the three engines that people have: `npm run test:browsers`. */
import { defineConfig } from 'playwright/test'
import config from '../../playwright.config.ts'
import { ENGINES, type Engine } from './person.ts'

const COMPARE = '**/compare.spec.ts'

export default defineConfig<object, { engine: Engine }>({
  ...config,
  testDir: '.',
  outputDir: '../../test-results/browsers',
  // Firefox and WebKit with their helpers keep a core busy each.
  workers: 2,
  projects: [
    ...ENGINES.map((engine) => ({ name: engine, testIgnore: COMPARE, use: { engine } })),
    { name: 'compare', testMatch: COMPARE, dependencies: [...ENGINES] },
  ],
  webServer: { ...config.webServer, cwd: '../..' } as typeof config.webServer & object,
})
