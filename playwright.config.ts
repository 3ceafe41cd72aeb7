import { defineConfig } from 'playwright/test'
import { E2E_PORT } from './tests/e2e/support/server.ts'

const { CHROMIUM_PATH, CI, TRACE } = process.env

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results',
  forbidOnly: Boolean(CI),
  fullyParallel: true,
  // A browser waits half of its time: three keep two cores busy.
  workers: 3,
  // On a machine that is busy with something else; what passed only then is listed as flaky.
  retries: 1,
  reporter: [['list']],
  expect: { timeout: 10_000 },
  use: {
    baseURL: `http://localhost:${E2E_PORT}`,
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    // Recording slows every test down by a quarter: TRACE=1 for the one that is looked into.
    trace: TRACE ? 'retain-on-failure' : 'off',
    launchOptions: {
      ...(CHROMIUM_PATH && { executablePath: CHROMIUM_PATH }),
      args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
    },
  },
  webServer: {
    command: 'node tests/e2e/support/serve.ts',
    url: `http://localhost:${E2E_PORT}/customer/api/v1/index/data`,
    reuseExistingServer: false,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 5000 },
  },
})
