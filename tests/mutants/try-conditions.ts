/**
 * Omits each condition of the server's queries, one at a time, and runs the tests that meet it. Without a noticed condition,
 * a query could return another company's rows. Retries unnoticed conditions, and those that changed since the last run.
 */
import { createHash } from 'node:crypto'
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { createVitest, type TestSpecification, type Vitest } from 'vitest/node'
import { type Condition, conditionsOfServer } from './conditions.ts'
import { FOLDER, MET_FILE, ORDER_FILE, RESULTS_FILE } from './files.ts'

/** Share of survivors without a reason. */
const SURVIVORS_ALLOWED = 0.05
/** Number of test files tried before a condition counts as unnoticed. */
const FILES_TRIED = 12

interface Meeting {
  test: string
  ms: number
  met: string[]
}

interface Bench {
  vitest: Vitest
  tests: TestSpecification[]
  meetings: Meeting[]
}

interface Result {
  id: string
  hash: string
  tests: string
  missedBy: string | null
}

/**
 * @param parts of paths; empty for the whole server
 * @param size of the sample
 * @returns whether tests notice enough of the conditions
 */
export async function tryConditions(parts: string[], size: number): Promise<boolean> {
  mkdirSync(FOLDER, { recursive: true })
  writeFileSync(ORDER_FILE, '')
  const vitest = await createVitest({
    config: 'tests/mutants/vitest.config.ts',
    watch: true,
    reporters: [{}],
    standalone: true,
  })
  const tests = (await vitest.globTestSpecifications()).sort((one, other) =>
    one.moduleId < other.moduleId ? -1 : 1,
  )
  const all = conditionsOfServer('.')
  const wanted = sampleOf(
    all.filter(({ path }) => parts.length === 0 || parts.some((part) => path.startsWith(part))),
    size,
  )
  const meetings = await meetConditions(vitest, tests, all)
  const found = await tryAll(wanted, { vitest, tests, meetings })
  await vitest.close()
  return report(all, wanted, found)
}

/** Returns those with the lowest hashes of their ids: a random sample that is the same on every machine. */
function sampleOf(all: Condition[], size: number): Condition[] {
  const drawn = all.toSorted((one, other) => (hashOf([one.id]) < hashOf([other.id]) ? -1 : 1))
  return drawn.slice(0, size)
}

/** Returns which tests meet which conditions: from the last run if nothing has changed. */
async function meetConditions(runner: Vitest, all: TestSpecification[], known: Condition[]) {
  const key = hashOf([
    ...known.map(({ id }) => id),
    ...all.map(({ moduleId }) => readFileSync(moduleId, 'utf8')),
  ])
  const keyFile = `${MET_FILE}.key`
  if (!existsSync(keyFile) || readFileSync(keyFile, 'utf8') !== key) {
    console.log(`${known.length} conditions, ${all.length} test files: which meets which?`)
    rmSync(MET_FILE, { force: true })
    await runner.runTestSpecifications(all)
    writeFileSync(keyFile, key)
  }
  return linesOf<Meeting>(MET_FILE)
}

async function tryAll(wanted: Condition[], bench: Bench): Promise<Map<string, Result>> {
  const known = new Map(
    existsSync(RESULTS_FILE) ? linesOf<Result>(RESULTS_FILE).map((one) => [one.id, one]) : [],
  )
  for (const [index, condition] of wanted.entries()) {
    const tests = testsFor(condition, bench.meetings)
    const former = known.get(condition.id)
    const inputs = hashOf(tests.map((test) => readFileSync(test, 'utf8')))
    if (former?.hash === condition.hash && (former.missedBy !== null || former.tests === inputs)) continue
    const missedBy = await missing(condition, tests, bench)
    const result = { id: condition.id, hash: condition.hash, tests: inputs, missedBy }
    known.set(condition.id, result)
    appendFileSync(RESULTS_FILE, `${JSON.stringify(result)}\n`)
    const where = `${condition.path}:${condition.line} ${condition.text.slice(0, 80)}`
    console.log(`${index + 1}/${wanted.length} ${missedBy === null ? 'NOT MISSED' : 'missed'} ${where}`)
  }
  return known
}

/** The test that tries every call with the rows of another company. */
const OWNERSHIP = 'tests/flows/ownership.pg.test.ts'

/** Returns tests of the condition's own room first, then that of ownership, then those that meet the fewest others. */
function testsFor({ id, path }: Condition, meetings: Meeting[]): string[] {
  const isNear = ({ test }: Meeting) => (dirname(test) === dirname(path) || test.endsWith(OWNERSHIP) ? 0 : 1)
  return meetings
    .filter(({ met }) => met.includes(id))
    .sort((one, other) => isNear(one) - isNear(other) || one.met.length - other.met.length)
    .slice(0, FILES_TRIED)
    .map(({ test }) => test)
}

async function missing({ id }: Condition, names: string[], { vitest, tests }: Bench): Promise<string | null> {
  writeFileSync(ORDER_FILE, id)
  for (const name of names) {
    const chosen = tests.filter(({ moduleId }) => moduleId.endsWith(`/${name}`))
    if (await fails(vitest, chosen)) return name
  }
  return null
}

async function fails(vitest: Vitest, chosen: TestSpecification[]): Promise<boolean> {
  // Vitest also remembers errors of earlier runs.
  vitest.state.errorsSet.clear()
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(chosen)
  const ran = testModules.filter(({ moduleId }) => chosen.some((one) => one.moduleId === moduleId))
  return unhandledErrors.length > 0 || !ran.every((module) => module.ok())
}

function report(all: Condition[], wanted: Condition[], found: Map<string, Result>): boolean {
  const tried = wanted.filter(({ id, hash }) => found.get(id)?.hash === hash)
  const survived = tried.filter(({ id }) => found.get(id)?.missedBy === null)
  const silent = survived.filter(({ excuse }) => excuse === undefined)
  for (const { path, line, text } of silent) console.log(`${path}:${line} ${text}`)
  console.log(
    `${all.length} conditions, ${tried.length} of ${wanted.length} tried: ${survived.length} survive, ` +
      `${silent.length} of them without a word why`,
  )
  return silent.length <= tried.length * SURVIVORS_ALLOWED
}

function linesOf<Line>(path: string): Line[] {
  return readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
}

function hashOf(texts: string[]): string {
  return createHash('sha256').update(texts.join('\0')).digest('hex').slice(0, 12)
}
