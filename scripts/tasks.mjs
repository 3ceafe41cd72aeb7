/** The steps of each npm command, in order; each step may use both cores. The last step gets the arguments of the command line. */

/** Built beside `dist`, which may be in use, and moved into its place when complete. */
const NEXT = '.builds/next'
const BUILD = [
  ['node', 'scripts/content/check.ts', '--quick'],
  // Astro does not notice a changed schema, so its content cache must not be used.
  ['astro', 'build', '--force', '--outDir', NEXT],
  ['node', 'scripts/precompress.ts', NEXT],
  ['node', 'scripts/publish-build.ts', NEXT],
]
const CHECK = [
  ['astro', 'sync'],
  ['node', 'scripts/types/check.ts'],
  ['biome', 'ci', '--error-on-warnings', '.'],
  ['knip'],
]
/** Runs tsc in a folder whose packages are installed only for its command. */
const typesOf = (folder) => [
  'node',
  'node_modules/typescript-native/bin/tsc',
  '--noEmit',
  '--project',
  folder,
]
const UNITS = ['vitest', 'run', '--project', 'sqlite*']
const BUILT = ['vitest', 'run', '--project', 'built']
const JOURNEYS = ['playwright', 'test', '--grep', '@journey']
const browserOf = (specs) => [
  ...BUILD,
  specs.every((spec) => spec.startsWith('tests/built/')) ? BUILT : ['playwright', 'test'],
]
const TEST = [...CHECK, UNITS, ...BUILD, BUILT, JOURNEYS]
const BROWSERS = [
  typesOf('tests/browsers'),
  ['playwright', 'test', '-c', 'tests/browsers/playwright.config.ts'],
]
const onPostgres = (...projects) => [
  'scripts/postgres.sh',
  'vitest',
  'run',
  ...projects.flatMap((name) => ['--project', name]),
]
const DEPLOY = onPostgres('deploy')
/** Tests on an existing build. Slow tests make builds and start servers of their own, so they run alone. */
const REST = [
  ['vitest', 'run', '--project', 'content', '--project', 'slow'],
  onPostgres('postgres*'),
  DEPLOY,
  ['playwright', 'test', '--grep-invert', '@journey'],
  ...BROWSERS,
]
/**
 * Lets policy-updates/update-jobs.ts free the memory for reading the catalogue: otherwise Node keeps its largest heap, 70
 * MB more with 10,000 policies. A young generation of 8 MB instead of 16 saves 40 MB after many calls, and is no slower; 4
 * MB is.
 */
export const SERVER = ['node', '--expose-gc', '--max-semi-space-size=8', 'server/index.ts']
/** Compiles beforehand, so that the server process does not load the TypeScript compiler. Other flags use another cache. */
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
    torture: [['node', 'tests/torture/run.ts']],
    figures: [['node', 'tests/figures/run.ts']],
    'deploy:check': [['node', 'scripts/deploy-check.ts']],
    'data:copy': [['node', 'scripts/copy-to-postgres.ts']],
    'content:check': [['node', 'scripts/content/check.ts']],
    'content:sources': [['node', 'scripts/content/check.ts', '--sources']],
    // Prints policy × company with the deciding conditions, for a person to review.
    'content:truth': [['node', 'scripts/content/truth.ts']],
    'content:links': [['node', 'scripts/content/links.ts']],
    'content:new': [['node', 'scripts/content/new.ts']],
    'content:import': [['node', 'scripts/content/import.ts']],
    'content:providers': [IMPORT_PROVIDERS],
  }
}
