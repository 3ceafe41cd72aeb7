import { afterEach, beforeEach, expect, test } from 'vitest'
import { FILES_PER_FOLDER } from '../../src/lib/contract/documents/document.ts'
import { BLOCK_BYTES } from '../../src/lib/contract/documents/storage.ts'
import { sizeOf } from '../storage/testing/upload.ts'
import type { Answer } from '../testing/browser.ts'
import { type Library, openLibrary } from '../testing/document-library.ts'
import { insertFiles } from '../testing/insert-files.ts'
import { openPortal, type TestPortal } from '../testing/portal.ts'

const API = '/startup/api/v1'
const NONE = { code: 404, message: '没有找到这个文件，它可能已被删除' }
const NO_FOLDER = { code: 404, message: '没有找到这个文件夹，它可能已被删除' }
const FULL = { code: 400, message: '企业文件存储空间不足，请升级企业等级', overflow: true }
const MB = 1024 ** 2
let portal: TestPortal
let library: Library
let folder: number

beforeEach(async () => {
  portal = await openPortal()
  library = await openLibrary(portal, '13800000001')
  folder = await library.folder('合同')
})
afterEach(() => portal.close())

const codes = (answers: Answer[]) => answers.map(({ body }) => body.code).sort()
const localNames = (files: { local_name: string }[]) => files.map(({ local_name }) => local_name)

async function leaveRoom(bytes: number) {
  const used_bytes = 1024 * MB - bytes
  await portal.db.updateTable('companies').set({ used_bytes }).where('id', '=', library.companyId).execute()
}

test('a file is entered with the size that the store knows, and is in its folder', async () => {
  const hash_name = await library.upload('12345')
  const { body } = await library.send('POST', `${API}/document/files`, {
    folder,
    hash_name,
    local_name: ' 报价.pdf ',
    size: 999,
  })
  const file = {
    id: body.file.id,
    folder,
    hash_name,
    local_name: '报价.pdf',
    size: 5,
    download_url: `/startup/api/v1/document/download/${body.file.id}?save=1`,
    checked: false,
    gmt_modified: '2026-11-21T02:00:00.000Z',
    expires_on: null,
    report_year: null,
  }
  expect(body).toEqual({ code: 200, file, size: BLOCK_BYTES })
  expect((await library.content(folder)).files).toEqual([file])
})

test('entered again it is the same file; a taken name is refused, and the object can still replace', async () => {
  const hash_name = await library.upload('12345')
  const first = await library.addFile(folder, '报价.pdf', hash_name)
  expect((await library.addFile(folder, '报价.pdf', hash_name)).body).toEqual(first.body)

  const other = await library.upload('1234567')
  const { id } = first.body.file
  expect((await library.addFile(folder, '报价.pdf', other)).body).toEqual({
    code: 409,
    message: '这里已有同名文件，请换一个名称',
    existing_id: id,
  })
  const body = { folder, hash_name: other, local_name: '报价.pdf', size: 7 }
  const replaced = await library.send('PUT', library.filePath(id), body)
  expect(replaced.body).toMatchObject({ file: { id, hash_name: other, size: 7 }, size: BLOCK_BYTES })

  portal.clock.ms += 60_000
  await portal.runStorageJobs()
  expect(await sizeOf(portal, hash_name)).toBeUndefined()
  expect(await sizeOf(portal, other)).toBe(7)
})

test('replacing a file by its own object changes only name and folder', async () => {
  const hash_name = await library.upload('12345')
  const { id } = (await library.addFile(folder, '旧.pdf', hash_name)).body.file
  const into = await library.folder('归档')
  const body = { folder: into, hash_name, local_name: '新.pdf', size: 5 }
  expect((await library.send('PUT', library.filePath(id), body)).body).toMatchObject({
    file: { id, folder: into, local_name: '新.pdf' },
    size: BLOCK_BYTES,
  })
  await portal.runStorageJobs()
  expect(await sizeOf(portal, hash_name)).toBe(5)
})

test('a file is renamed and moved, not onto another one', async () => {
  const id = await library.file(folder, '报价.pdf')
  const into = await library.folder('归档')
  const taken = await library.file(into, '报价.pdf')
  const change = (body: unknown) => library.send('PATCH', library.filePath(id), body)
  expect((await change({ folder: into })).body).toMatchObject({ code: 409, existing_id: taken })
  expect((await change({ folder: into, name: '报价2.pdf' })).body.file).toMatchObject({
    folder: into,
    local_name: '报价2.pdf',
  })
  expect(localNames((await library.content(into)).files)).toEqual(['报价2.pdf', '报价.pdf'])
  expect((await change({ name: '报价.pdf' })).body.code).toBe(409)
  expect((await change({ folder: 999 })).body).toEqual(NO_FOLDER)
  for (const body of [{ name: '' }, { name: ' ' }, { name: null }, {}]) {
    expect((await change(body)).body).toEqual({ code: 400, message: '文件名不能为空' })
  }
  for (const name of ['a/b', 'a\\b', '..', 'a\u0007', '字'.repeat(300)]) {
    expect((await change({ name })).body.code, name).toBe(400)
  }
})

test('a deleted file gives its room back', async () => {
  const id = await library.file(folder, '报价.pdf', '12345')
  await library.file(folder, '合同.pdf', '123')
  expect((await library.send('DELETE', library.filePath(id))).body).toEqual({ code: 200, size: BLOCK_BYTES })
  expect((await library.send('DELETE', library.filePath(id))).body).toEqual(NONE)
  expect(await library.used()).toBe(BLOCK_BYTES)
})

test('of the same name entered ten times at once there is one', async () => {
  const keys = []
  for (let index = 0; index < 10; index += 1) keys.push(await library.upload('1'))
  const answers = await Promise.all(keys.map((key) => library.addFile(folder, '报价.pdf', key)))
  expect(codes(answers)).toEqual([200, ...Array(9).fill(409)])
})

test('of fifty files at once, with room for one, one gets in', async () => {
  const keys = []
  for (let index = 0; index < 50; index += 1) keys.push(await library.upload('12345'))
  await leaveRoom(2 * BLOCK_BYTES - 1)
  const answers = await Promise.all(keys.map((key, index) => library.addFile(folder, `${index}.pdf`, key)))
  expect(codes(answers)).toEqual([200, ...Array(49).fill(400)])
  expect(answers.filter(({ body }) => body.code === 400).map(({ body }) => body)).toEqual(
    Array(49).fill(FULL),
  )
  expect((await library.content(folder)).files).toHaveLength(1)
  await portal.runStorageJobs()
  const left = await portal.storage.list('documents', `companies/${library.companyId}/`)
  expect(left).toHaveLength(1)
})

test('a replacement that has no room leaves the file as it is', async () => {
  const id = await library.file(folder, '报价.pdf', '12345')
  const hash_name = await library.upload('1234567890')
  await leaveRoom(9)
  const body = { folder, hash_name, local_name: '报价.pdf', size: 1 }
  expect((await library.send('PUT', library.filePath(id), body)).body).toEqual(FULL)
  expect((await library.content(folder)).files).toMatchObject([{ id, size: 5 }])
})

test.each([
  [{ folder: 0 }, '请选择文件夹'],
  [{ folder: null }, '请选择文件夹'],
  [{ local_name: '' }, '文件名不能为空'],
  [{ local_name: 'a/b.pdf' }, '文件名不能含有 / 或 \\'],
  [{ hash_name: '../../etc/passwd' }, '文件的存储位置不正确'],
  [{ size: -1 }, '“size”的内容不正确'],
])('%j is refused', async (odd, message) => {
  const body = { folder, hash_name: await library.upload('1'), local_name: '报价.pdf', size: 1, ...odd }
  expect((await library.send('POST', `${API}/document/files`, body)).body).toEqual({ code: 400, message })
})

test('an object that is missing or of another company is refused', async () => {
  const stranger = await openLibrary(portal, '13800000002')
  const foreign = await stranger.upload('12345')
  const missing = (await library.upload('1')).replace(/object$/, 'other')
  for (const key of [foreign, missing]) {
    expect((await library.addFile(folder, '报价.pdf', key)).body.code).toBe(404)
  }
  expect((await library.content(folder)).files).toEqual([])
})

test('a folder of 5,000 files is one answer, and takes no more', async () => {
  await insertFiles(portal, library, folder, FILES_PER_FOLDER)
  const { body } = await library.browser.get(library.folderPath(folder))
  expect(body.result.files).toHaveLength(5000)
  expect(JSON.stringify(body).length).toBeLessThan(1_500_000)
  expect((await library.addFile(folder, '再来一个.pdf', await library.upload('1'))).body).toEqual({
    code: 400,
    message: '一个文件夹中的文件最多 5000 个，请先整理或删除不需要的内容',
  })
  const id = await library.file(await library.folder('另一个'), '报价.pdf')
  expect((await library.send('PATCH', library.filePath(id), { folder })).body.code).toBe(400)
  const inside = body.result.files[0].id
  expect((await library.send('PATCH', library.filePath(inside), { name: '改名.pdf' })).body.code).toBe(200)
  expect((await library.send('DELETE', library.folderPath(folder))).body.code).toBe(200)
})

test('the address in a row leads whoever is logged in to the bytes, however old the row is, and nobody else', async () => {
  const id = await library.file(folder, '报价.pdf', '12345')
  const [row] = (await library.content(folder)).files
  expect(row).toMatchObject({ id, checked: false })
  portal.clock.ms += 10 * 60_000
  const { status, headers } = await library.browser.get(row?.download_url ?? '')
  expect([status, headers.get('cache-control')]).toEqual([302, 'no-store'])
  expect(headers.get('location')).toContain('x-oss-signature=')
  const stranger = await openLibrary(portal, '13800000002')
  expect((await stranger.browser.get(row?.download_url ?? '')).body).toEqual(NONE)
  expect((await portal.browser().get(row?.download_url ?? '')).body.code).toBe(401)
})

test('a paper says how long it holds until it is replaced by another one', async () => {
  const id = await library.file(folder, '营业执照.pdf')
  const patch = (body: object) => library.send('PATCH', library.filePath(id), body)
  expect((await patch({ expires_on: '2027-03-31', report_year: 2025 })).body.file).toMatchObject({
    local_name: '营业执照.pdf',
    expires_on: '2027-03-31',
    report_year: 2025,
  })
  expect((await patch({ name: '新名.pdf' })).body.file).toMatchObject({ expires_on: '2027-03-31' })
  expect((await patch({ report_year: null })).body.file).toMatchObject({
    expires_on: '2027-03-31',
    report_year: null,
  })
  const [found] = (await library.search('新名')).body.result.files
  expect(found).toMatchObject({ expires_on: '2027-03-31' })
  await library.send('PUT', library.filePath(id), {
    folder,
    hash_name: await library.upload('换了'),
    local_name: '新名.pdf',
    size: 0,
  })
  expect((await library.content(folder)).files[0]).toMatchObject({ expires_on: null, report_year: null })
})

test.each([
  [{ expires_on: '2026-02-30' }, '没有这一天，请检查有效期'],
  [{ expires_on: '下个月' }, '有效期应为日期'],
  [{ report_year: 25 }, '报告年度过早，请检查'],
  [{}, '文件名不能为空'],
])('%o is refused', async (body, message) => {
  const id = await library.file(folder, 'a.pdf')
  expect((await library.send('PATCH', library.filePath(id), body)).body).toMatchObject({ code: 400, message })
})
