import { globSync, readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'

/**
 * Modules here keep nothing between two tests, so that their files share them. Stores and what they use live as long as
 * a page: each file of the others begins with fresh modules. The processes are shared by all, for half of the time.
 */
const STATELESS = ['{server,scripts}/**/*.test.ts', 'src/lib/{rules,contract,content}/**/*.test.ts']
const FRESH = ['src/**/*.test.ts', 'tests/{flows,guards}/**/*.test.ts']
/** Flows that walk over all calls, race, or are about PostgreSQL; every statement is tried beside its route. */
const FLOWS_ON_POSTGRES = [
  'copy-to-postgres',
  'declare',
  'form-newest',
  'forms',
  'hostile-input',
  'orders',
  'ownership',
  'processes',
]
const DATABASE_URL = process.env['TEST_DATABASE_URL'] ?? ''

/** Tests that open a database do so by one of these. */
const onDatabase = (pattern: string) =>
  globSync(pattern).filter((path) =>
    /\b(openPortal|openVisitor|createSchema)\b/.test(readFileSync(path, 'utf8')),
  )

function project(name: string, url: string, stateless: string[], fresh: string[]) {
  const env = { TEST_DATABASE_URL: url }
  return [
    {
      extends: true as const,
      test: { name, include: stateless, isolate: false, env, setupFiles: 'tests/fixed-seed.ts' },
    },
    {
      extends: true as const,
      test: {
        name: `${name}-fresh`,
        include: fresh,
        exclude: STATELESS,
        isolate: false,
        env,
        setupFiles: 'tests/fresh-page.ts',
      },
    },
  ]
}

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
      ...project('sqlite', '', STATELESS, FRESH),
      ...(DATABASE_URL
        ? project(
            'postgres',
            DATABASE_URL,
            onDatabase('server/**/*.test.ts'),
            FLOWS_ON_POSTGRES.map((name) => `tests/flows/${name}.test.ts`),
          )
        : []),
    ],
  },
})
