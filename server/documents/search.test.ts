import { afterEach, beforeEach, expect, test } from 'vitest'
import { DOWNLOADS_PER_PAGE } from '../../src/lib/contract/documents/document.ts'
import { READ_LIMIT, SEARCH_LIMIT } from '../../src/lib/contract/documents/document-file.ts'
import { type Library, openLibrary } from '../testing/document-library.ts'
import { insertFiles } from '../testing/insert-files.ts'
import { openPortal, type TestPortal } from '../testing/portal.ts'

const API = '/startup/api/v1'
let portal: TestPortal
let library: Library
let folder: number

beforeEach(async () => {
  portal = await openPortal()
  library = await openLibrary(portal, '13800000001')
  folder = await library.folder('合同')
})
afterEach(() => portal.close())

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
  expect((await stranger.send('GET', foreign)).body).toMatchObject({ code: 404 })
})

test('a search shows so many, and says that there are more', async () => {
  await insertFiles(portal, library, folder, SEARCH_LIMIT)
  expect((await library.search('报价')).body.result).toMatchObject({ more: false })
  await insertFiles(portal, library, await library.folder('再'), 1)
  const { files, more } = (await library.search('报价')).body.result
  expect([files.length, more]).toEqual([SEARCH_LIMIT, true])
})

test('files are read by their ids, as they are now, and only those of the company', async () => {
  const ids = [await library.file(folder, '甲.pdf'), await library.file(folder, '乙.pdf')]
  await library.send('PATCH', library.filePath(ids[0] ?? 0), { name: '新名.pdf', expires_on: '2027-01-31' })
  const stranger = await openLibrary(portal, '13800000002')
  const foreign = await stranger.file(await stranger.folder('别家'), '丙.pdf')
  const { result } = await library.read([...ids, ...ids, foreign, 999_999].join(','))
  expect(result.items).toMatchObject([
    { id: ids[0], folder, local_name: '新名.pdf', size: 7, expires_on: '2027-01-31' },
    { id: ids[1], folder, local_name: '乙.pdf' },
  ])
  const many = Array.from({ length: READ_LIMIT + 1 }, (_, index) => index + 1)
  expect((await library.read(many.slice(1).join(','))).code).toBe(200)
  for (const wrong of ['', '1,', 'a', '1;2', '-1', many.join(',')]) {
    expect(await library.read(wrong), wrong).toMatchObject({ code: 400 })
  }
})

test('a download is a signed URL that saves the file under its name', async () => {
  const id = await library.file(folder, '报价 "终稿".pdf', '内容')
  const { download_url } = (await library.browser.get(`${API}/document/download/${id}`)).body
  const answer = await portal.objects().fetch(new Request(download_url))
  expect(await answer.text()).toBe('内容')
  expect(answer.headers.get('content-disposition')).toContain('attachment')
})

test('a folder is downloaded with all below, each file with its path', async () => {
  const path = `${library.folderPath(folder)}/download`
  const inner = await library.folder('2026', folder)
  const deep = await library.folder('三月', inner)
  await library.file(await library.folder('另一份申请'), '机密.pdf', '旁边')
  expect((await library.browser.get(path)).body).toEqual({ code: 400, message: '目标文件夹为空' })
  await library.file(deep, '报价.pdf', '深')
  await library.file(folder, '报价.pdf', '浅')
  const { urls, ...counts } = (await library.browser.get(path)).body
  expect(counts).toEqual({
    code: 200,
    left_out: [],
    bytes: 6,
    total: 2,
    next: null,
  })
  expect(urls.map(({ name }: { name: string }) => name)).toEqual(['2026/三月/报价.pdf', '报价.pdf'])
  const texts = []
  for (const { download_url } of urls) {
    texts.push(await (await portal.objects().fetch(new Request(download_url))).text())
  }
  expect(texts).toEqual(['深', '浅'])
})

test('a file of a folder that nobody gets is left out and named; the others are downloaded', async () => {
  const names = ['甲.pdf', '有毒.pdf', '换过的.pdf', '待查.pdf']
  for (const name of names) await library.file(folder, name)
  const objectOf = (name: string) =>
    portal.db.selectFrom('document_files').select('object_id').where('name', '=', name)
  const setObject = (name: string, change: { scan?: 'pending' | 'refused'; etag?: string }) =>
    portal.db.updateTable('stored_objects').set(change).where('id', '=', objectOf(name)).execute()
  await setObject('有毒.pdf', { scan: 'refused' })
  await setObject('待查.pdf', { scan: 'pending' })
  await setObject('换过的.pdf', { etag: 'of other bytes' })
  const { body } = await library.browser.get(`${library.folderPath(folder)}/download`)
  expect(body).toMatchObject({
    code: 200,
    urls: [{ name: '甲.pdf' }, { name: '待查.pdf' }],
    left_out: [
      { name: '有毒.pdf', reason: 'refused' },
      { name: '换过的.pdf', reason: 'differs' },
    ],
    total: 4,
    next: null,
  })
  const differs = (await portal.securityEvents()).filter(({ event }) => event === 'file-differs')
  expect(differs).toHaveLength(1)
})

test('a large folder is downloaded in pages, which skip nothing when a file before them is deleted', async () => {
  await insertFiles(portal, library, folder, DOWNLOADS_PER_PAGE + 1)
  await insertFiles(portal, library, await library.folder('另一份申请'), 1)
  const page = async (after: number) =>
    (await library.browser.get(`${library.folderPath(folder)}/download?after=${after}`)).body
  const first = await page(0)
  expect(first).toMatchObject({ total: DOWNLOADS_PER_PAGE + 1 })
  await portal.db.deleteFrom('document_files').where('name', '=', '报价单0.pdf').execute()
  expect(await page(first.next)).toMatchObject({
    urls: [{ name: `报价单${DOWNLOADS_PER_PAGE}.pdf` }],
    total: DOWNLOADS_PER_PAGE,
    next: null,
  })
})
