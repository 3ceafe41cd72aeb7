/**
 * `npm run content:check`: lists everything in the content folder that has to be mended, then what should be looked
 * at. With `--strict` the second list fails, too. `npm run content:sources` prints every text with its source, and what
 * it was compared with.
 */
import {
  checkLibrary,
  listSources,
  readDocuments,
  remindLibrary,
} from '../../src/lib/content/check/library.ts'
import { formatProblem } from '../../src/lib/content/load/yaml-fields.ts'

const contentDir = process.env['CONTENT_DIR'] ?? 'src/content'
const strict = process.argv.includes('--strict')
/** An imported library has hundreds: the first ones show what it is about. */
const REMINDERS_SHOWN = 20

const documents = await readDocuments(contentDir)
if (process.argv.includes('--sources')) {
  console.log(listSources(documents))
  process.exit()
}
const problems = await checkLibrary(contentDir, documents)
for (const problem of problems) console.error(formatProblem(problem))
const reminders = await remindLibrary(contentDir, documents)
for (const reminder of strict ? reminders : reminders.slice(0, REMINDERS_SHOWN)) {
  console.log(`提醒 ${formatProblem(reminder)}`)
}
if (reminders.length > 0)
  console.log(`提醒：${reminders.length} 处值得看一看（--strict 时算作错误） (reminders)`)
console.log(
  problems.length === 0
    ? `内容检查通过 (content is well)：${contentDir}`
    : `内容检查：${problems.length} 处需要修改 (to be mended)`,
)
process.exitCode = problems.length > 0 || (strict && reminders.length > 0) ? 1 : 0
