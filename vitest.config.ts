import { defineConfig } from 'vitest/config'

/**
 * Modules here keep nothing between two tests, so that their files share them. Stores and what they use live as long as
 * a page: each file of the others begins with fresh modules. The processes are shared by all, for half of the time.
 */
const STATELESS = ['{server,scripts}/**/*.test.ts', 'src/lib/{rules,contract,content}/**/*.test.ts']
const FRESH = ['src/**/*.test.ts', 'tests/{flows,guards,mutants}/**/*.test.ts']
/** Minutes of kills, large files and builds: `npm run test:quick` leaves them out. */
const SLOW = '{server,tests}/**/*.slow.test.ts'
/** What judges every policy and company of the library; that the judges judge rightly is tried on samples. */
const CONTENT = '{src,tests,scripts}/**/*.content.test.ts'
/**
 * What asks the database is tried on PostgreSQL, too: every statement beside its route, and of the flows those that walk
 * over all calls or race, which `.pg` in their names says. The object store keeps an index of its own.
 */
const ON_POSTGRES = ['server/**/*.test.ts', '!server/objects/**']
const FLOWS_ON_POSTGRES = ['tests/flows/*.pg.test.ts']
const DATABASE_URL = process.env['TEST_DATABASE_URL'] ?? ''

function project(name: string, url: string, stateless: string[], fresh: string[]) {
  const env = { TEST_DATABASE_URL: url }
  return [
    {
      extends: true as const,
      test: {
        name,
        include: stateless,
        exclude: [SLOW, CONTENT],
        isolate: false,
        env,
        setupFiles: 'tests/fixed-seed.ts',
      },
    },
    {
      extends: true as const,
      test: {
        name: `${name}-fresh`,
        include: fresh,
        exclude: [...STATELESS, SLOW, CONTENT],
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
    // Pictures take their colours from it; all other sheets are empty here.
    css: { include: [/tokens\.css/] },
    // Only what hangs is to run into these: a test that takes two seconds took thirty where twenty others ran.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 90_000 } },
    // Of two cores Vitest would use one.
    maxWorkers: 2,
    projects: [
      ...project('sqlite', '', STATELESS, FRESH),
      ...(DATABASE_URL ? project('postgres', DATABASE_URL, ON_POSTGRES, FLOWS_ON_POSTGRES) : []),
      { extends: true as const, test: { name: 'slow', include: [SLOW] } },
      {
        extends: true as const,
        test: { name: 'content', include: [CONTENT], isolate: false, setupFiles: 'tests/fixed-seed.ts' },
      },
      // What `npm run build` made last.
      {
        extends: true as const,
        test: { name: 'built', include: ['tests/built/*.test.ts'], exclude: [SLOW] },
      },
      // With nginx and PostgreSQL of the machine: `npm run test:deploy` sees that they are there.
      { extends: true as const, test: { name: 'deploy', include: ['tests/deploy/*.test.ts'] } },
    ],
  },
})
