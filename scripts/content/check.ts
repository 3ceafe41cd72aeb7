/** `npm run content:check`: lists everything in the content folder that has to be mended. */

import { checkLibrary } from '../../src/lib/content/library.ts'
import { formatProblem } from '../../src/lib/content/yaml-fields.ts'

const contentDir = process.env['CONTENT_DIR'] ?? 'src/content'
const problems = await checkLibrary(contentDir)
for (const problem of problems) console.error(formatProblem(problem))
console.log(problems.length === 0 ? `内容检查通过：${contentDir}` : `内容检查：${problems.length} 处需要修改`)
process.exitCode = problems.length === 0 ? 0 : 1
