import { defineConfig } from 'vitest/config'

/** The tests of the rules, as in the project's configuration. */
export default defineConfig({
  test: {
    include: ['src/lib/rules/**/*.test.ts'],
    isolate: false,
    env: { NODE_ENV: 'test' },
    setupFiles: 'tests/fixed-seed.ts',
    testTimeout: 30_000,
  },
})
