import { defineConfig } from 'playwright/test'
import { E2E_ORIGIN } from './tests/e2e/support/server.ts'

const { CHROMIUM_PATH, CI, TRACE } = process.env

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results',
  forbidOnly: Boolean(CI),
  fullyParallel: true,
  // One per core: more of them only wait for each other.
  workers: 2,
  retries: 0,
  reporter: [['list']],
  // Only what hangs is to run into these: both cores may be busy with something else.
  timeout: 300_000,
  expect: { timeout: 90_000 },
  use: {
    baseURL: E2E_ORIGIN,
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    // What a worker fetches, `page.route` does not see: only the tests of what is read without a line have it.
    serviceWorkers: 'block',
    // A dialog that is still growing is not where a click was aimed at a frame before.
    contextOptions: { reducedMotion: 'reduce' },
    // Recording slows every test down by a quarter: TRACE=1 for the one that is looked into.
    trace: TRACE ? 'retain-on-failure' : 'off',
    launchOptions: {
      ...(CHROMIUM_PATH && { executablePath: CHROMIUM_PATH }),
      args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
    },
  },
  webServer: {
    command: 'node tests/e2e/support/serve.ts',
    // On a free port, which the tests find in E2E_PORT, and with a folder of its own.
    wait: { stdout: /^e2e port (?<e2e_port>\d+) others (?<e2e_others>\d+) data (?<e2e_data>.+)$/m },
    reuseExistingServer: false,
    timeout: 300_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 5000 },
  },
})
