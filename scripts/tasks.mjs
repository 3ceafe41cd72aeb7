/**
 * What each npm command does: steps, one after the other, each with both cores. The arguments of the command line go to
 * the last step.
 */

/** Beside `dist`, which may be serving somebody, and into its place when all of it is there. */
const NEXT = '.builds/next'
const BUILD = [
  ['node', 'scripts/content/check.ts', '--quick'],
  // Astro does not see when a schema has changed: what it kept of the content, it has to read anew.
  ['astro', 'build', '--force', '--outDir', NEXT],
  ['node', 'scripts/precompress.ts', NEXT],
  ['node', 'scripts/publish-build.ts', NEXT],
]
const CHECK = [
  // It makes the types of the content.
  ['astro', 'sync'],
  ['node', 'scripts/types/check.ts'],
  ['biome', 'ci', '--error-on-warnings', '.'],
  ['knip'],
]
/** Of a folder whose packages are installed for its command alone. */
const typesOf = (folder) => [
  'node',
  'node_modules/typescript-native/bin/tsc',
  '--noEmit',
  '--project',
  folder,
]
const UNITS = ['vitest', 'run', '--project', 'sqlite*']
/** What was built. */
const BUILT = ['vitest', 'run', '--project', 'built']
/** One of each way through the portal, once; the other browser tests, in `test:rest`, are tried twice and listed as flaky. */
const JOURNEYS = ['playwright', 'test', '--grep', '@journey']
/** One spec while somebody works on it. */
const browserOf = (specs) => [
  ...BUILD,
  specs.every((spec) => spec.startsWith('tests/built/')) ? BUILT : ['playwright', 'test'],
]
const TEST = [...CHECK, UNITS, ...BUILD, BUILT, JOURNEYS]
const BROWSERS = [
  typesOf('tests/browsers'),
  ['playwright', 'test', '-c', 'tests/browsers/playwright.config.ts', '--retries', '1'],
]
const onPostgres = (...projects) => [
  'scripts/postgres.sh',
  'vitest',
  'run',
  ...projects.flatMap((name) => ['--project', name]),
]
const DEPLOY = onPostgres('deploy')
/** On a build that is there. Slow tests make builds and start servers of their own: nothing runs beside them. */
const REST = [
  ['vitest', 'run', '--project', 'content', '--project', 'slow'],
  onPostgres('postgres*'),
  DEPLOY,
  ['playwright', 'test', '--grep-invert', '@journey', '--retries', '1'],
  ...BROWSERS,
]
/**
 * So that policy-updates/update-jobs.ts can give back what reading the catalogue took: left to itself Node keeps its heap
 * as large as it was then, 70 MB more with 10,000 policies. New objects get 8 MB and not 16, which is 40 MB less after
 * many calls, and no slower; with 4 MB calls are.
 */
export const SERVER = ['node', '--expose-gc', '--max-semi-space-size=8', 'server/index.ts']
/** Beforehand, so that the process that stays does not load the compiler of TypeScript. Other flags are another cache. */
export const COMPILE_SERVER = [...SERVER, '--compile']
const IMPORT_PROVIDERS = ['node', 'scripts/content/import-providers.ts']

/**
 * @param {{ PORT?: string | undefined, PROVIDERS_FROM?: string | undefined, BUILT_BEFORE?: string | undefined }} env
 *   PROVIDERS_FROM: address of a running portal, whose approved providers then get pages of their own in every build that is
 *   published; BUILT_BEFORE: `test:rest` tests the build that is there
 * @param {string[]} [args] `tests/…`: these specs alone
 * @returns {Record<string, string[][]>}
 */
export function tasksFor({ PORT = '4321', PROVIDERS_FROM, BUILT_BEFORE }, args = []) {
  const build = [...(PROVIDERS_FROM ? [[...IMPORT_PROVIDERS, PROVIDERS_FROM]] : []), ...BUILD]
  const specs = args.filter((arg) => arg.startsWith('tests/'))
  return {
    start: [...build, COMPILE_SERVER, SERVER],
    dev: [['astro', 'dev', '--port', PORT]],
    build,
    preview: [COMPILE_SERVER, SERVER],
    'preview:branch': [['node', 'scripts/preview-branch.ts']],
    check: CHECK,
    fix: [['biome', 'check', '--write', '.']],
    test: TEST,
    'test:rest': [...(BUILT_BEFORE ? [] : BUILD), ...REST],
    'test:all': [...TEST, ...REST],
    'test:quick': [UNITS],
    'test:mutants': [['astro', 'sync'], typesOf('tests/mutants'), ['node', 'tests/mutants/run.ts']],
    'test:e2e': specs.length > 0 ? browserOf(specs) : [...BUILD, ['playwright', 'test']],
    'test:browsers': [...BUILD, ...BROWSERS],
    'test:deploy': [DEPLOY],
    bench: [...BUILD, ['node', 'tests/bench/run.ts']],
    torture: [...BUILD, ['scripts/postgres.sh', 'node', 'tests/torture/run.ts']],
    figures: [['node', 'tests/figures/run.ts']],
    'deploy:check': [['node', 'scripts/deploy-check.ts']],
    'data:copy': [['node', 'scripts/copy-to-postgres.ts']],
    'content:check': [['node', 'scripts/content/check.ts']],
    'content:sources': [['node', 'scripts/content/check.ts', '--sources']],
    // Policy × company with the conditions that decide, to be read through by a person.
    'content:truth': [['node', 'scripts/content/truth.ts']],
    'content:links': [['node', 'scripts/content/links.ts']],
    'content:new': [['node', 'scripts/content/new.ts']],
    'content:import': [['node', 'scripts/content/import.ts']],
    'content:providers': [IMPORT_PROVIDERS],
  }
}
