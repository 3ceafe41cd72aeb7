import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Library, openLibrary } from '../testing/document-library.ts'
import { openPortal, type TestPortal } from '../testing/portal.ts'

const GUIDE = '/startup/api/v1/company/guide'
let portal: TestPortal
let library: Library

beforeEach(async () => {
  portal = await openPortal()
  library = await openLibrary(portal, '13800000001')
})
afterEach(() => portal.close())

test('a new company has the first level and uses nothing', async () => {
  expect((await library.browser.get(GUIDE)).body).toEqual({
    code: 200,
    result: {
      company_id: library.companyId,
      privilege: { level: 1, name: '基础版', privileges: [{ name: 'file_storage', limit: 1024 }] },
      company_privilege: { file_storage: 0, file_storage_reserved: 0 },
    },
  })
})

test('level and usage are the company’s own, to the byte, of each file at least a block', async () => {
  await portal.db.updateTable('companies').set({ level: 3 }).where('id', '=', library.companyId).execute()
  const folder = await library.folder('合同')
  await library.file(folder, '三个字节.txt', 'abc')
  await library.file(folder, '多一个字节.txt', 'a'.repeat(4097))
  const { result } = (await library.browser.get(GUIDE)).body
  expect(result.privilege).toMatchObject({ level: 3, privileges: [{ limit: 51_200 }] })
  expect(result.company_privilege.file_storage * 1024 ** 2).toBe(4096 + 4097)

  const stranger = await openLibrary(portal, '13800000002')
  expect(await stranger.used()).toBe(0)
})
