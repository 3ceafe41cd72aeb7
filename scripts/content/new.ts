/** `npm run content:new -- COLLECTION NAME`: starts a content file from a template, with the next free page id. */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readCollection } from '../../src/lib/content/check/library.ts'
import { COLLECTION_SCHEMAS, type CollectionName } from '../../src/lib/content/schema/documents.ts'
import { newDocument } from '../../src/lib/content/templates.ts'

const [collection = '', given = ''] = process.argv.slice(2)
/** The program adds the number: an editor who types one does not get two. */
const name = given.replace(/^\d{3}-|\.md$/g, '')
const contentDir = process.env['CONTENT_DIR'] ?? 'src/content'

if (!Object.hasOwn(COLLECTION_SCHEMAS, collection) || !/^[\w.-]+$/.test(name)) {
  console.error(
    `用法：npm run content:new -- ${Object.keys(COLLECTION_SCHEMAS).join('|')} 文件名（字母、数字、连字符）`,
  )
  process.exit(2)
}
const { entries } = await readCollection(contentDir, collection as CollectionName)
const id = Math.max(0, ...entries.map(({ data }) => data.id)) + 1
const folder = join(contentDir, collection)
const path = join(folder, `${String(id).padStart(3, '0')}-${name}.md`)
await mkdir(folder, { recursive: true })
await writeFile(path, newDocument(collection as CollectionName, id), { flag: 'wx' })
console.log(`已新建 ${path}（草稿）。字段说明见 docs/policy-fields.md，写好后删去 draft: true。`)
