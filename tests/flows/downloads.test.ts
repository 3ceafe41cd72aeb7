import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ask } from '../../src/lib/api/ask.ts'
import { addFolder } from '../../src/lib/contract/documents/document.ts'
import { downloadItem, downloadZip } from '../../src/lib/stores/documents/download.ts'
import { loadQuota } from '../../src/lib/stores/documents/storage-quota.ts'
import type { FolderItem } from '../../src/lib/stores/documents/view.ts'
import { begin, ended } from '../torture/uploads/random-uploads.ts'
import { lab, openLabForEach } from './support/lab.ts'

async function addFolderTo(companyId: number, name: string, parent?: number): Promise<number> {
  const { folder } = await ask(addFolder, { params: { id: companyId }, body: { name, parent } })
  return folder.id
}

openLabForEach()
beforeEach(async () => {
  // Beside the folder lies what no download of it may hand over.
  const companyId = (await loadQuota())?.companyId ?? 0
  const id = await addFolderTo(companyId, '另一份申请')
  await ended(begin({ ...lab, folderId: id }, '机密.bin', 100))
  lab.calls.length = 0
})
afterEach(async () => {
  vi.restoreAllMocks()
  Reflect.deleteProperty(globalThis, 'showSaveFilePicker')
})

const folder = (): FolderItem => ({
  kind: 'folder',
  key: 'folder',
  folder: { id: lab.folderId, name: '申报材料', parent: null, org_id: 1, gmt_create: '2026-11-21T00:00:00Z' },
})

test('an empty folder is reported', async () => {
  expect(await downloadItem(folder())).toBe('目标文件夹为空')
})

test('the files of a folder are opened one per second', async () => {
  for (const name of ['一.bin', '二.bin', '三.bin']) await ended(begin(lab, name, 100))
  const steps: string[] = []
  Object.assign(document, {
    body: { append() {} },
    createElement: () => ({
      href: '',
      remove() {},
      click() {
        steps.push(new URL(this.href).pathname.slice(-4))
      },
    }),
  })
  vi.spyOn(globalThis, 'setTimeout').mockImplementation((end, ms) => {
    steps.push(`${ms}`)
    queueMicrotask(end)
    return undefined as never
  })
  expect(await downloadItem(folder())).toBeUndefined()
  expect(steps).toEqual(['file', '1000', 'file', '1000', 'file', '1000'])
})

describe('one ZIP', () => {
  let leftOut: { name: string; reason: string }[]
  let bytes: number | undefined
  beforeEach(() => {
    leftOut = []
    bytes = undefined
    const { fetch: ask } = globalThis
    vi.spyOn(globalThis, 'fetch').mockImplementation(async (url, init) => {
      if (`${url}`.startsWith('http')) return new Response('内容')
      const answer = await ask(url, init)
      return Response.json({ ...(await answer.json()), left_out: leftOut, ...(bytes && { bytes }) })
    })
  })

  test('of a folder too large for the memory of the browser is refused with the reason', async () => {
    await ended(begin(lab, '一.bin', 100))
    bytes = 2 * 1024 ** 3
    expect(await downloadZip(folder().folder)).toMatch(/^文件夹共 2.* GB，当前浏览器一次最多打包 1.* GB。/)
  })

  test('omits inaccessible files, with notes inside and outside', async () => {
    await ended(begin(lab, '一.bin', 100))
    leftOut = [{ name: '2026/有毒.pdf', reason: 'refused' }]
    const chunks: Uint8Array[] = []
    const write = new WritableStream<Uint8Array>({ write: (chunk) => void chunks.push(chunk) })
    Object.assign(globalThis, { showSaveFilePicker: async () => ({ createWritable: async () => write }) })
    expect(await downloadZip(folder().folder)).toBe(
      '有 1 个文件不能下载，已跳过：“2026/有毒.pdf”未通过安全检查',
    )
    const zip = Buffer.concat(chunks)
    expect(namesOf(zip)).toEqual(['一.bin', '未打包的文件.txt'])
    expect(zip.includes('“2026/有毒.pdf”未通过安全检查')).toBe(true)
  })
})

function namesOf(zip: Buffer): string[] {
  const names: string[] = []
  for (let at = zip.indexOf('PK\x01\x02', 0, 'latin1'); at >= 0; ) {
    const end = at + 46 + zip.readUInt16LE(at + 28)
    names.push(zip.toString('utf8', at + 46, end))
    at = zip.indexOf('PK\x01\x02', end, 'latin1')
  }
  return names
}
