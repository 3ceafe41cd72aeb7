/**
 * Leaves out each condition of the server's queries, one at a time, and runs the tests that meet it: `npm run
 * test:mutants [part of a path…]`. A condition that no test misses is a row of another company, or one too many, that
 * nobody would notice. What a run has found it keeps in .mutants; the next one goes on there, and tries again what was
 * not missed and what has changed since.
 */
import { createHash } from 'node:crypto'
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { createVitest, type TestSpecification, type Vitest } from 'vitest/node'
import { type Condition, conditionsOfServer } from './conditions.ts'
import { FOLDER, MET_FILE, ORDER_FILE, RESULTS_FILE } from './files.ts'

/** What may survive without a word why. */
const SURVIVORS_ALLOWED = 0.05
/** Of the tests that meet a condition, so many are tried before nobody is said to miss it. */
const FILES_TRIED = 12

interface Meeting {
  test: string
  ms: number
  met: string[]
}

interface Result {
  id: string
  hash: string
  /** Of the tests that were run. */
  tests: string
  /** The tests that failed without it. */
  missedBy: string | null
}

const parts = process.argv.slice(2)
mkdirSync(FOLDER, { recursive: true })
writeFileSync(ORDER_FILE, '')
const vitest = await createVitest({
  config: 'tests/mutants/vitest.config.ts',
  watch: true,
  reporters: [{}],
  standalone: true,
})
const specifications = (await vitest.globTestSpecifications()).sort((one, other) =>
  one.moduleId < other.moduleId ? -1 : 1,
)
const conditions = conditionsOfServer('.')
const meetings = await meetConditions(vitest, specifications, conditions)
const results = await tryAll(conditions)
await vitest.close()
report(conditions, results)

/** Which tests meet which conditions: from the last run, if nothing of it has changed. */
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

async function tryAll(all: Condition[]): Promise<Map<string, Result>> {
  const known = new Map(
    existsSync(RESULTS_FILE) ? linesOf<Result>(RESULTS_FILE).map((one) => [one.id, one]) : [],
  )
  const wanted = all.filter(({ path }) => parts.length === 0 || parts.some((part) => path.includes(part)))
  for (const [index, condition] of wanted.entries()) {
    const tests = testsFor(condition)
    const former = known.get(condition.id)
    const inputs = hashOf(tests.map((test) => readFileSync(test, 'utf8')))
    if (former?.hash === condition.hash && (former.missedBy !== null || former.tests === inputs)) continue
    const missedBy = await missing(condition, tests)
    const result = { id: condition.id, hash: condition.hash, tests: inputs, missedBy }
    known.set(condition.id, result)
    appendFileSync(RESULTS_FILE, `${JSON.stringify(result)}\n`)
    const where = `${condition.path}:${condition.line} ${condition.text.slice(0, 80)}`
    console.log(`${index + 1}/${wanted.length} ${missedBy === null ? 'NOT MISSED' : 'missed'} ${where}`)
  }
  return known
}

/** Those of the condition's own room first, then those that meet the fewest others. */
function testsFor({ id, path }: Condition): string[] {
  const isNear = ({ test }: Meeting) => (dirname(test) === dirname(path) ? 0 : 1)
  return meetings
    .filter(({ met }) => met.includes(id))
    .sort((one, other) => isNear(one) - isNear(other) || one.met.length - other.met.length)
    .slice(0, FILES_TRIED)
    .map(({ test }) => test)
}

/** The test file that fails without the condition. */
async function missing({ id }: Condition, tests: string[]): Promise<string | null> {
  writeFileSync(ORDER_FILE, id)
  for (const test of tests) {
    const chosen = specifications.filter(({ moduleId }) => moduleId.endsWith(`/${test}`))
    if (await fails(chosen)) return test
  }
  return null
}

async function fails(chosen: TestSpecification[]): Promise<boolean> {
  // Vitest remembers what went wrong in earlier runs, too.
  vitest.state.errorsSet.clear()
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(chosen)
  const ran = testModules.filter(({ moduleId }) => chosen.some((one) => one.moduleId === moduleId))
  return unhandledErrors.length > 0 || !ran.every((module) => module.ok())
}

function report(all: Condition[], found: Map<string, Result>): void {
  const tried = all.filter(({ id, hash }) => found.get(id)?.hash === hash)
  const survived = tried.filter(({ id }) => found.get(id)?.missedBy === null)
  const silent = survived.filter(({ excuse }) => excuse === undefined)
  for (const { path, line, text } of silent) console.log(`${path}:${line} ${text}`)
  console.log(
    `${all.length} conditions, ${tried.length} tried: ${survived.length} survive, ${silent.length} of them without a word why`,
  )
  if (silent.length > tried.length * SURVIVORS_ALLOWED) process.exitCode = 1
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
