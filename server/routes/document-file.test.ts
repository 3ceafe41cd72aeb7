import { afterEach, beforeEach, expect, test } from 'vitest'
import { DOWNLOADS_PER_PAGE, FILES_PER_FOLDER } from '../../src/lib/contract/document.ts'
import { SEARCH_LIMIT } from '../../src/lib/contract/document-file.ts'
import { type Library, openLibrary } from '../documents/testing/library.ts'
import type { Answer } from '../testing/browser.ts'
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
const downloadPath = (id: number) => `${API}/document/download/${id}`

/** Files as the database has them, past every rule, all of one object of one byte. */
async function insertFiles(count: number, into: number) {
  const { id } = await portal.db
    .insertInto('stored_objects')
    .values({
      bucket: 'documents',
      key: `${into}/object`,
      company_id: library.companyId,
      size: 1,
      created_at: 0,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (let start = 0; start < count; start += 1000) {
    const rows = Array.from({ length: Math.min(1000, count - start) }, (_, index) => ({
      company_id: library.companyId,
      folder_id: into,
      object_id: id,
      name: `报价单${start + index}.pdf`,
      search_name: `报价单${start + index}.pdf`,
      modified_at: 0,
    }))
    await portal.db.insertInto('document_files').values(rows).execute()
  }
}

/** Leaves the company so many bytes. */
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
    gmt_modified: '2026-11-21T02:00:00.000Z',
  }
  expect(body).toEqual({ code: 200, file, size: 5 })
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
  expect(replaced.body).toMatchObject({ file: { id, hash_name: other, size: 7 }, size: 7 })

  await portal.runStorageJobs()
  expect(await portal.storage.sizeOf('documents', hash_name)).toBeUndefined()
  expect(await portal.storage.sizeOf('documents', other)).toBe(7)
})

test('replacing a file by its own object changes only name and folder', async () => {
  const hash_name = await library.upload('12345')
  const { id } = (await library.addFile(folder, '旧.pdf', hash_name)).body.file
  const into = await library.folder('归档')
  const body = { folder: into, hash_name, local_name: '新.pdf', size: 5 }
  expect((await library.send('PUT', library.filePath(id), body)).body).toMatchObject({
    file: { id, folder: into, local_name: '新.pdf' },
    size: 5,
  })
  await portal.runStorageJobs()
  expect(await portal.storage.sizeOf('documents', hash_name)).toBe(5)
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
  expect((await library.send('DELETE', library.filePath(id))).body).toEqual({ code: 200, size: 3 })
  expect((await library.send('DELETE', library.filePath(id))).body).toEqual(NONE)
  expect(await library.used()).toBe(3)
})

test('of the same name entered ten times at once there is one', async () => {
  const keys = []
  for (let index = 0; index < 10; index += 1) keys.push(await library.upload('1'))
  const answers = await Promise.all(keys.map((key) => library.addFile(folder, '报价.pdf', key)))
  expect(codes(answers)).toEqual([200, ...Array(9).fill(409)])
})

test('of fifty files at once, with room for one, one gets in', { timeout: 30_000 }, async () => {
  const keys = []
  for (let index = 0; index < 50; index += 1) keys.push(await library.upload('12345'))
  await leaveRoom(9)
  const answers = await Promise.all(keys.map((key, index) => library.addFile(folder, `${index}.pdf`, key)))
  expect(codes(answers)).toEqual([200, ...Array(49).fill(400)])
  expect(answers.filter(({ body }) => body.code === 400).map(({ body }) => body)).toEqual(
    Array(49).fill(FULL),
  )
  expect((await library.content(folder)).files).toHaveLength(1)
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

test('a folder of 5,000 files is one answer, and takes no more', { timeout: 30_000 }, async () => {
  await insertFiles(FILES_PER_FOLDER, folder)
  const { body } = await library.browser.get(library.folderPath(folder))
  expect(body.result.files).toHaveLength(5000)
  expect(JSON.stringify(body).length).toBeLessThan(1_000_000)
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

test('a search finds parts of names, whatever their case, and nothing by wildcards', async () => {
  const inner = await library.folder('2026_合同%', folder)
  const id = await library.file(inner, 'Annual报告.PDF')
  const find = async (name: string) => (await library.search(name)).body.result
  expect(await find('合同')).toMatchObject({
    folders: [
      { id: folder, path: [] },
      { id: inner, path: [{ id: folder, name: '合同' }] },
    ],
    files: [],
    more: false,
  })
  const path = [
    { id: folder, name: '合同' },
    { id: inner, name: '2026_合同%' },
  ]
  for (const name of ['annual', 'ＰＤＦ', ' 报告.p '])
    expect((await find(name)).files).toMatchObject([{ id, path }])
  expect((await find('%')).folders).toMatchObject([{ id: inner }])
  expect((await find('6_合')).folders).toMatchObject([{ id: inner }])
  for (const name of ['2_合', '\\', '\\%', "' or 1=1 --", 'a%l']) {
    expect(await find(name)).toEqual({ folders: [], files: [], more: false })
  }
  expect((await library.search('')).body).toEqual({ code: 400, message: '请填写要搜索的名称' })
  const stranger = await openLibrary(portal, '13800000002')
  expect((await stranger.search('合同')).body.result).toEqual({ folders: [], files: [], more: false })
  const foreign = `${API}/document/search/${library.companyId}?name=a`
  expect((await stranger.send('GET', foreign)).body).toEqual(NO_FOLDER)
})

test('a search shows so many, and says that there are more', async () => {
  await insertFiles(SEARCH_LIMIT, folder)
  expect((await library.search('报价')).body.result).toMatchObject({ more: false })
  await insertFiles(1, await library.folder('再'))
  const { files, more } = (await library.search('报价')).body.result
  expect([files.length, more]).toEqual([SEARCH_LIMIT, true])
})

test('a download is a signed URL that saves the file under its name', async () => {
  const id = await library.file(folder, '报价 "终稿".pdf', '内容')
  const { download_url } = (await library.browser.get(downloadPath(id))).body
  const answer = await portal.objects().fetch(new Request(download_url))
  expect(await answer.text()).toBe('内容')
  expect(answer.headers.get('content-disposition')).toContain('attachment')
})

test('a folder is downloaded with all below, each file with its path', async () => {
  const path = `${library.folderPath(folder)}/download`
  const inner = await library.folder('2026', folder)
  const deep = await library.folder('三月', inner)
  expect((await library.browser.get(path)).body).toEqual({ code: 400, message: '目标文件夹为空' })
  await library.file(deep, '报价.pdf', '深')
  await library.file(folder, '报价.pdf', '浅')
  const { urls, ...counts } = (await library.browser.get(path)).body
  expect(counts).toEqual({ code: 200, total: 2, pages: 1, page: 1 })
  expect(urls.map(({ name }: { name: string }) => name)).toEqual(['2026/三月/报价.pdf', '报价.pdf'])
  const texts = []
  for (const { download_url } of urls) {
    texts.push(await (await portal.objects().fetch(new Request(download_url))).text())
  }
  expect(texts).toEqual(['深', '浅'])
})

test('a large folder is downloaded in pages', async () => {
  await insertFiles(DOWNLOADS_PER_PAGE + 1, folder)
  const page = async (number: number) =>
    (await library.browser.get(`${library.folderPath(folder)}/download?page=${number}`)).body
  expect(await page(1)).toMatchObject({ total: DOWNLOADS_PER_PAGE + 1, pages: 2 })
  expect((await page(2)).urls).toMatchObject([{ name: `报价单${DOWNLOADS_PER_PAGE}.pdf` }])
  expect((await page(3)).urls).toEqual([])
})

test('foreign and missing look the same and stay as they are', async () => {
  const id = await library.file(folder, '报价.pdf')
  const stranger = await openLibrary(portal, '13800000002')
  const own = await stranger.folder('自己的')
  const hash_name = await stranger.upload('1')
  const body = { folder: own, hash_name, local_name: '新.pdf', size: 1 }
  for (const path of [stranger.filePath(id), stranger.filePath(999)]) {
    expect((await stranger.send('PUT', path, body)).body).toEqual(NONE)
    expect((await stranger.send('PATCH', path, { name: '新.pdf' })).body).toEqual(NONE)
    expect((await stranger.send('DELETE', path)).body).toEqual(NONE)
  }
  for (const file of [id, 999]) expect((await stranger.browser.get(downloadPath(file))).body).toEqual(NONE)
  for (const into of [folder, 999]) {
    expect((await stranger.addFile(into, '新.pdf', hash_name)).body).toEqual(NO_FOLDER)
  }
  expect(localNames((await library.content(folder)).files)).toEqual(['报价.pdf'])
})
