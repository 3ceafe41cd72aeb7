/** Changes the rules that both sides share, one comparison, sum or branch at a time, and runs the tests beside them. */
import { Stryker } from '@stryker-mutator/core'
import { FOLDER } from './files.ts'

/** What may survive without a word why. */
const SURVIVORS_ALLOWED = 0.1
const RULES = 'src/lib/rules/'

/**
 * @param parts of paths; none: all rules
 * @returns whether enough of the changes are noticed. The word why above a line that no test has to notice:
 *   `// Stryker disable next-line all: …`
 */
export async function tryRules(parts: string[]): Promise<boolean> {
  const stryker = new Stryker({
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner'],
    vitest: { configFile: 'tests/mutants/rules.vitest.config.ts', related: false },
    mutate: [
      ...(parts.length > 0 ? parts.map(filesIn) : [`${RULES}**/*.ts`]),
      `!${RULES}**/*.test.ts`,
      `!${RULES}**/testing/**`,
    ],
    // A test that repeats a text only says that somebody wrote it twice; texts that are states or keys have types.
    mutator: { excludedMutations: ['StringLiteral'] },
    incremental: true,
    incrementalFile: `${FOLDER}/rules.json`,
    tempDirName: `${FOLDER}/sandbox`,
    ignorePatterns: ['/dist', '/docs', '/public', '/.astro', '/.data', '/.mutants'],
    concurrency: 1,
    reporters: ['progress-append-only'],
  })
  const results = await stryker.runMutationTest()
  const tried = results.filter(({ status, statusReason }) => status !== 'Ignored' || !isLeftOut(statusReason))
  const survived = tried.filter(({ status }) => ['Survived', 'NoCoverage', 'Ignored'].includes(status))
  const silent = survived.filter(({ status }) => status !== 'Ignored')
  for (const { fileName, location, replacement } of silent) {
    console.log(`${fileName}:${location.start.line}:${location.start.column} → ${replacement}`)
  }
  console.log(
    `${tried.length} changes of rules tried: ${survived.length} survive, ${silent.length} of them without a word why`,
  )
  return silent.length <= tried.length * SURVIVORS_ALLOWED
}

function filesIn(part: string): string {
  return part.endsWith('.ts') ? part : `${part.replace(/\/$/, '')}/**/*.ts`
}

function isLeftOut(reason: string | undefined): boolean {
  return reason?.startsWith('Ignored because of excluded mutation') ?? false
}
