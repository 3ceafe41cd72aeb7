import { globSync, readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'

const TESTS = ['{src,server,scripts}/**/*.test.ts', 'tests/{flows,guards}/**/*.test.ts']
const DATABASE_URL = process.env['TEST_DATABASE_URL'] ?? ''

/** Tests that open a database do so by one of these. */
const onDatabase = () =>
  globSync(['server/**/*.test.ts', 'tests/flows/**/*.test.ts']).filter((path) =>
    /\b(openPortal|openVisitor|createSchema)\b/.test(readFileSync(path, 'utf8')),
  )

/** All tests on SQLite; with TEST_DATABASE_URL (see scripts/postgres.sh) those with a database on PostgreSQL, too. */
export default defineConfig({
  test: {
    env: { NODE_ENV: 'test' },
    // Both cores may be busy with something else.
    testTimeout: 30_000,
    hookTimeout: 30_000,
    // Of two cores Vitest would use one.
    maxWorkers: 2,
    projects: [
      { extends: true, test: { name: 'sqlite', include: TESTS, env: { TEST_DATABASE_URL: '' } } },
      ...(DATABASE_URL
        ? [
            {
              extends: true as const,
              test: { name: 'postgres', include: onDatabase(), env: { TEST_DATABASE_URL: DATABASE_URL } },
            },
          ]
        : []),
    ],
  },
})
