import { afterEach, beforeEach, expect, test } from 'vitest'
import { FOLDER_DEPTH } from '../../src/lib/contract/documents/document.ts'
import { BLOCK_BYTES } from '../../src/lib/contract/documents/storage.ts'
import { sizeOf } from '../storage/testing/upload.ts'
import type { Answer } from '../testing/browser.ts'
import { type Library, openLibrary } from '../testing/document-library.ts'
import { openPortal, type TestPortal } from '../testing/portal.ts'

const NONE = { code: 404, message: '没有找到这个文件夹，它可能已被删除' }
const INTO_ITSELF = '不能把文件夹移动到它自己或它的下级文件夹中'
let portal: TestPortal
let library: Library

beforeEach(async () => {
  portal = await openPortal()
  library = await openLibrary(portal, '13800000001')
})
afterEach(() => portal.close())

const codes = (answers: Answer[]) => answers.map(({ body }) => body.code).sort()
const names = (items: { name: string }[]) => items.map(({ name }) => name)
const change = (id: number, body: unknown, method = 'PUT') =>
  library.send(method, library.folderPath(id), body)

/** Folders as the database has them, past every rule. */
async function insertFolders(count: number, parent: number | null, name = (index: number) => `${index}`) {
  for (let start = 0; start < count; start += 1000) {
    const rows = Array.from({ length: Math.min(1000, count - start) }, (_, index) => ({
      company_id: library.companyId,
      parent_id: parent,
      name: name(start + index),
      search_name: name(start + index),
      created_at: 0,
    }))
    await portal.db.insertInto('document_folders').values(rows).execute()
  }
}

async function chain(length: number): Promise<number[]> {
  const ids: number[] = []
  for (let depth = 1; depth <= length; depth += 1) ids.push(await library.folder(`层${depth}`, ids.at(-1)))
  return ids
}

test('folders at the top, and in one another', async () => {
  expect((await library.browser.get(library.documents)).body).toEqual({ code: 200, result: { items: [] } })
  const { body } = await library.addFolder('合同')
  expect(body).toEqual({
    code: 200,
    folder: {
      id: body.folder.id,
      name: '合同',
      parent: null,
      org_id: 1,
      gmt_create: '2026-11-21T02:00:00.000Z',
    },
  })
  const year = await library.folder('2026', body.folder.id)
  await library.folder('证照')

  const { items } = (await library.browser.get(library.documents)).body.result
  expect(names(items)).toEqual(['合同', '证照'])
  expect(await library.content(year)).toEqual({
    folders: [],
    files: [],
    path: [
      { id: body.folder.id, name: '合同' },
      { id: year, name: '2026' },
    ],
  })
  expect(names((await library.content(body.folder.id)).folders)).toEqual(['2026'])
})

test.each([null, 0])('parent %s is the top', async (parent) => {
  expect((await library.addFolder('合同', parent)).body.folder.parent).toBeNull()
})

test.each([-1, 1.5, 1e308, '1', {}])('parent %j is refused', async (parent) => {
  expect((await library.addFolder('合同', parent)).body.code).toBe(400)
})

test.each([null, 'below'])('of the same folder made ten times at once there is one (%s)', async (place) => {
  const parent = place && (await library.folder(place))
  const answers = await Promise.all(Array.from({ length: 10 }, () => library.addFolder('同名', parent)))
  expect(codes(answers)).toEqual([200, ...Array(9).fill(409)])
})

test.each(['PUT', 'PATCH'])('%s renames', async (method) => {
  const [id, other] = [await library.folder('旧'), await library.folder('另一个')]
  expect((await change(id, { name: ' 新 ' }, method)).body).toMatchObject({
    code: 200,
    folder: { id, name: '新' },
  })
  expect((await change(id, { name: '新' }, method)).body.code).toBe(200)
  expect((await change(id, { name: '另一个' }, method)).body).toMatchObject({ code: 409, existing_id: other })
  expect((await change(id, { name: '' }, method)).body).toEqual({ code: 400, message: '文件名不能为空' })
  expect((await change(id, {}, method)).body).toEqual({ code: 400, message: '文件名不能为空' })
  expect((await library.search('新')).body.result.folders).toMatchObject([{ id, name: '新' }])
  expect((await library.search('旧')).body.result.folders).toEqual([])
})

test('a folder is moved with what is in it, and back to the top', async () => {
  const [from, into] = [await library.folder('来源'), await library.folder('目标')]
  const inner = await library.folder('里面', from)
  expect((await change(from, { parent: into, name: '改名' })).body.folder).toMatchObject({
    parent: into,
    name: '改名',
  })
  expect(names((await library.content(inner)).path)).toEqual(['目标', '改名', '里面'])
  expect((await change(from, { parent: 0 })).body.folder).toMatchObject({ parent: null, name: '改名' })
  await library.folder('改名', into)
  expect((await change(from, { parent: into })).body.code).toBe(409)
})

test('a folder never gets into itself', async () => {
  const [top, middle, bottom] = (await chain(3)) as [number, number, number]
  for (const parent of [top, middle, bottom]) {
    expect((await change(top, { parent })).body).toEqual({ code: 400, message: INTO_ITSELF })
  }
  expect((await change(bottom, { parent: top })).body.code).toBe(200)
})

test('two moves at once make no circle', async () => {
  const [one, two] = [await library.folder('一'), await library.folder('二')]
  const answers = await Promise.all([change(one, { parent: two }), change(two, { parent: one })])
  expect(codes(answers)).toEqual([200, 400])
  expect((await library.browser.get(library.documents)).body.result.items).toHaveLength(1)
})

test('folders have a greatest depth, also for trees that are moved', async () => {
  const ids = await chain(FOLDER_DEPTH)
  const message = `文件夹最多 ${FOLDER_DEPTH} 层，请放在更上层的文件夹中`
  expect((await library.addFolder('太深', ids.at(-1))).body).toEqual({ code: 400, message })
  const tree = await library.folder('树')
  await library.folder('枝', tree)
  expect((await change(tree, { parent: ids.at(-2) })).body).toEqual({ code: 400, message })
  expect((await change(tree, { parent: ids.at(-3) })).body.code).toBe(200)
})

test('folders have a greatest number in each level, also when the last ones come at once', async () => {
  await insertFolders(999, null)
  const answers = await Promise.all(['甲', '乙', '丙'].map((name) => library.addFolder(name)))
  expect(codes(answers)).toEqual([200, 400, 400])
  expect(answers.find(({ body }) => body.code === 400)?.body.message).toBe(
    '贵企业的等级最多存 1000 个文件夹，请先删除不需要的文件夹，或升级企业等级',
  )
  await portal.db.updateTable('companies').set({ level: 2 }).where('id', '=', library.companyId).execute()
  expect((await library.addFolder('再来一个')).body.code).toBe(200)
})

test('a folder is deleted with all below it, and its room given back', async () => {
  const [top, , bottom] = (await chain(3)) as [number, number, number]
  const kept = await library.folder('保留')
  await library.file(top, '一.txt', '12345')
  await library.file(bottom, '二.txt', '1234567')
  await library.file(kept, '三.txt', '123')
  expect(await library.used()).toBe(3 * BLOCK_BYTES)
  expect((await library.send('DELETE', library.folderPath(top))).body).toEqual({
    code: 200,
    size: BLOCK_BYTES,
  })
  expect((await library.send('DELETE', library.folderPath(top))).body).toEqual(NONE)
  expect((await library.send('GET', library.folderPath(bottom))).body).toEqual(NONE)
  expect(await library.used()).toBe(BLOCK_BYTES)

  portal.clock.ms += 60_000
  await portal.runStorageJobs()
  expect(await portal.storage.list('documents', `companies/${library.companyId}/`)).toHaveLength(1)
  expect(
    await portal.db.selectFrom('object_holds').selectAll().where('company_id', '>', 0).execute(),
  ).toHaveLength(1)
  const { used_bytes } = await portal.db
    .selectFrom('companies')
    .select('used_bytes')
    .where('id', '=', library.companyId)
    .executeTakeFirstOrThrow()
  expect(used_bytes).toBe(BLOCK_BYTES)
})

test('an object that is used elsewhere stays when one of its folders goes', async () => {
  const [one, two] = [await library.folder('一'), await library.folder('二')]
  const hash_name = await library.upload('12345')
  await library.addFile(one, '同一个.txt', hash_name)
  await library.addFile(two, '同一个.txt', hash_name)
  expect(await library.used()).toBe(BLOCK_BYTES)
  expect((await library.send('DELETE', library.folderPath(one))).body.size).toBe(BLOCK_BYTES)
  await portal.runStorageJobs()
  expect(await sizeOf(portal, hash_name)).toBe(5)
})
