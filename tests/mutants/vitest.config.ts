import { resolve } from 'node:path'
import { defineConfig } from 'vitest/config'
import { leaveOut } from './conditions.ts'

const root = resolve(import.meta.dirname, '../..')

/** The tests of the server and the flows on SQLite, as in the project's configuration. */
const project = (name: string, include: string[], setup: string) => ({
  root,
  plugins: [leaveOut(root)],
  test: {
    name,
    include,
    exclude: ['**/*.{slow,content}.test.ts', 'server/objects/**', 'tests/flows/*upload*.test.ts'],
    isolate: false,
    env: { NODE_ENV: 'test', TEST_DATABASE_URL: '' },
    setupFiles: [setup, 'tests/mutants/setup.ts'],
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
})

export default defineConfig({
  root,
  test: {
    maxWorkers: 1,
    projects: [
      project('server', ['server/**/*.test.ts'], 'tests/fixed-seed.ts'),
      project('flows', ['tests/flows/*.test.ts'], 'tests/fresh-page.ts'),
    ],
  },
})
