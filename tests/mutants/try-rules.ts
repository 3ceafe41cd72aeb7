/** Changes the shared rules, one comparison, sum or branch at a time, and runs their tests. */
import { globSync } from 'node:fs'
import { dirname, relative } from 'node:path'
import { Stryker } from '@stryker-mutator/core'
import { FOLDER } from './files.ts'

/** Share of survivors without a reason. */
const SURVIVORS_ALLOWED = 0.1
const RULES = 'src/lib/rules'

type MutantResult = Awaited<ReturnType<Stryker['runMutationTest']>>[number]

/**
 * Folder by folder, so that results stay when the run is interrupted.
 * @param parts of paths; none: all rules
 * @returns whether enough of the changes are noticed. The word why above a line that no test has to notice:
 *   `// Stryker disable next-line all: …`
 */
export async function tryRules(parts: string[]): Promise<boolean> {
  const files = globSync(`${RULES}/**/*.ts`)
    .filter((path) => !/\.test\.ts$|\/testing\//.test(path))
    .filter((path) => parts.length === 0 || parts.some((part) => path.startsWith(part)))
  const folders = Map.groupBy(files, (path) => dirname(path))
  let results: MutantResult[] = []
  for (const [folder, paths] of folders) {
    console.log(folder)
    // Includes results of earlier runs for other files.
    results = await tryFiles(paths)
  }
  return report(results.filter(({ fileName }) => files.includes(relative('.', fileName))))
}

function tryFiles(mutate: string[]): Promise<MutantResult[]> {
  const stryker = new Stryker({
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner'],
    vitest: { configFile: 'tests/mutants/rules.vitest.config.ts' },
    mutate,
    // A test that repeats a text proves nothing; texts that are states or keys have types.
    mutator: { excludedMutations: ['StringLiteral'] },
    incremental: true,
    incrementalFile: `${FOLDER}/rules.json`,
    tempDirName: `${FOLDER}/sandbox`,
    // Stryker would look for paths out of its sandbox there, with a parser of TypeScript that is not installed.
    tsconfigFile: 'none',
    ignorePatterns: ['/dist', '/docs', '/public', '/.astro', '/.data', '/.mutants'],
    concurrency: 1,
    reporters: ['progress-append-only'],
  })
  return stryker.runMutationTest()
}

function report(results: MutantResult[]): boolean {
  const tried = results.filter(({ status, statusReason }) => status !== 'Ignored' || !isLeftOut(statusReason))
  const survived = tried.filter(({ status }) => ['Survived', 'NoCoverage', 'Ignored'].includes(status))
  const silent = survived.filter(({ status }) => status !== 'Ignored')
  for (const { fileName, location, replacement } of silent) {
    console.log(`${relative('.', fileName)}:${location.start.line}:${location.start.column} → ${replacement}`)
  }
  console.log(
    `${tried.length} changes of rules tried: ${survived.length} survive, ${silent.length} of them without a word why`,
  )
  return silent.length <= tried.length * SURVIVORS_ALLOWED
}

function isLeftOut(reason: string | undefined): boolean {
  return reason?.startsWith('Ignored because of excluded mutation') ?? false
}
