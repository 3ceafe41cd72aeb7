/**
 * `npm run content:check`: lists everything in the content folder that an editor must correct, then the reminders. With
 * `--strict` reminders fail, too. Then it judges the library: golden companies, sums, texts at the workbench
 * (files named `.content.test.ts`); `--quick`, which builds use, skips the judgement, and so does another content folder.
 * `npm run content:sources` prints docs/evidence/sources.md: every text with its sources and the result of the comparison.
 * `--assumes` lists only the assumptions of each formula.
 */
import { spawnSync } from 'node:child_process'
import {
  checkLibrary,
  listAssumptions,
  listSources,
  readDocuments,
  remindLibrary,
} from '../../src/lib/content/check/library.ts'
import { formatProblem, type Problem } from '../../src/lib/content/load/yaml-fields.ts'

const contentDir = process.env['CONTENT_DIR'] ?? 'src/content'
const strict = process.argv.includes('--strict')
const SAME_SHOWN = 2
/** An imported library has hundreds: the first few show the pattern. */
const REMINDERS_SHOWN = 20

const documents = await readDocuments(contentDir)
if (process.argv.includes('--sources')) {
  console.log(listSources(documents))
  process.exit()
}
const assumptions = listAssumptions(documents.interpretations.entries)
if (process.argv.includes('--assumes')) {
  console.log(assumptions.join('\n'))
  process.exit()
}
const problems = await checkLibrary(contentDir, documents)
for (const problem of problems) console.error(formatProblem(problem))
const reminders = await remindLibrary(contentDir, documents)
for (const line of strict ? reminders.map(formatProblem) : inShort(reminders).slice(0, REMINDERS_SHOWN)) {
  console.log(`提醒 ${line}`)
}
if (reminders.length > 0)
  console.log(`提醒：${reminders.length} 处值得看一看（--strict 时算作错误） (reminders)`)
if (assumptions.length > 0)
  console.log(`按假设估算的公式：${assumptions.length} 篇，-- --assumes 逐条列出 (assumptions)`)
console.log(
  problems.length === 0
    ? `内容检查通过 (content is well)：${contentDir}`
    : `内容检查：${problems.length} 处需要修改 (to be mended)`,
)

/** Joins reminders that many files share into one line, so that those of a single file stay visible. */
function inShort(reminders: readonly Problem[]): string[] {
  const same = Map.groupBy(
    reminders,
    ({ field, expected, found }) => `${field}：应为${expected}，实际为 ${found}`,
  )
  return [...same].flatMap(([words, all]) => {
    if (all.length <= SAME_SHOWN) return all.map(formatProblem)
    const named = all.slice(0, SAME_SHOWN).map(({ file }) => file.slice(contentDir.length + 1))
    return [`${words}：${all.length} 处，${named.join('、')} 等（--strict 逐处列出）`]
  })
}

const isWell = problems.length === 0 && !(strict && reminders.length > 0)
const isJudged = !process.argv.includes('--quick') && process.env['CONTENT_DIR'] === undefined
process.exitCode = isWell && (!isJudged || judgeLibrary()) ? 0 : 1

/** Takes half a minute. */
function judgeLibrary(): boolean {
  const { status } = spawnSync('vitest', ['run', '--project', 'content'], {
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  return status === 0
}
