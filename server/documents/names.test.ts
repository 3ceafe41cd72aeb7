import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Library, openLibrary } from '../testing/document-library.ts'
import { openPortal, type TestPortal } from '../testing/portal.ts'

let portal: TestPortal
let library: Library

beforeEach(async () => {
  portal = await openPortal()
  library = await openLibrary(portal, '13800000001')
})
afterEach(() => portal.close())

test.each([
  ['', '文件夹名不能为空'],
  [' \u3000', '文件夹名不能为空'],
  ['\u200f\u200b', '文件夹名不能为空'],
  [undefined, '文件夹名不能为空'],
  [7, '文件夹名不能为空'],
  ['..', '文件夹名不能是“.”或“..”'],
  ['a/b', '文件夹名不能含有 / 或 \\'],
  ['..\\b', '文件夹名不能含有 / 或 \\'],
  ['a\u0000b', '文件夹名含有不能使用的字符'],
  ['字'.repeat(300), '文件夹名不能超过 255 个字'],
])('a folder named %j is refused', async (name, message) => {
  expect((await library.addFolder(name)).body).toEqual({ code: 400, message })
})

test.each(['合同.', '…', '👩‍👩‍👧 家', 'עברית\u200f', '<b onclick=alert(1)>', '50%_\'";--', '字'.repeat(255)])(
  'the name %s is kept as it is',
  async (name) => {
    const id = await library.folder(`  ${name} `)
    expect((await library.content(id)).path).toEqual([{ id, name }])
  },
)

test('a mark that would show another ending goes from the name', async () => {
  const id = await library.folder('报价单\u202efdp.exe')
  expect((await library.content(id)).path).toEqual([{ id, name: '报价单fdp.exe' }])
})

test('a name is there once, at the top and below; large and small letters differ', async () => {
  const id = await library.folder('A')
  expect((await library.addFolder('A')).body).toEqual({
    code: 409,
    message: '这里已有同名文件夹，请换一个名称',
    existing_id: id,
  })
  const below = await library.folder('A', id)
  expect((await library.addFolder('A', id)).body).toMatchObject({ code: 409, existing_id: below })
  expect((await library.addFolder('a')).body.code).toBe(200)
  const stranger = await openLibrary(portal, '13800000002')
  expect((await stranger.addFolder('A')).body.code).toBe(200)
})
