import { afterEach, beforeEach, expect, test } from 'vitest'
import { uploaded } from '../../server/testing/order-parties.ts'
import { ask } from '../../src/lib/api/ask.ts'
import { addFolder } from '../../src/lib/contract/documents/document.ts'
import { addFile } from '../../src/lib/contract/documents/document-file.ts'
import type { FileItem } from '../../src/lib/stores/documents/view.ts'
import { answering, logIn, openStores, openVisitor, settled, type Visitor } from './support/visitor.ts'

const EXPIRED = { code: 401, message: '请先登录' }

let visitor: Visitor
let page: Awaited<ReturnType<typeof openPage>>
let folder: number

const openPage = () =>
  openStores(() => [
    import('../../src/lib/stores/session.ts'),
    import('../../src/lib/stores/login.ts'),
    import('../../src/lib/stores/documents/view.ts'),
    import('../../src/lib/stores/documents/storage-quota.ts'),
    import('../../src/lib/stores/documents/download.ts'),
    import('../../src/lib/stores/uploads/choice.ts'),
    import('../../src/lib/stores/documents/folders.ts'),
  ])

beforeEach(async () => {
  visitor = await openVisitor()
  page = await openPage()
  await logIn(page, visitor)
  folder = await addTopFolder('证照')
})
afterEach(() => visitor.close())

const company = () => page.$companyId.get() ?? 0

async function addTopFolder(name: string): Promise<number> {
  return (await ask(addFolder, { params: { id: company() }, body: { name } })).folder.id
}
const shown = () => page.contentOf(page.$view.get()).items.map(page.nameOf)

async function addPaper(name: string) {
  const object = await uploaded(visitor.portal, company(), name)
  return page.toFileItem((await ask(addFile, { body: { folder, ...object } })).file)
}

test.each<[string, (paper: FileItem) => Promise<unknown>]>([
  ['a download', (paper) => page.downloadItem(paper)],
  ['a choice of folders', () => page.readFolders(null)],
  ['a folder to upload', () => page.uploadTree({ files: [], folders: [['新的']] })],
])('%s after the session has ended asks to log in', async (_, act) => {
  const paper = await addPaper('一.pdf')
  await page.refreshQuota()
  await visitor.portal.db.deleteFrom('sessions').where('customer_id', '>', 0).execute()
  await act(paper)
  expect(page.$session.get()).toMatchObject({ code: 401, topShow: true })
})

test('the open folder is read again after the next login', async () => {
  await addPaper('一.pdf')
  const stop = page.followAccount()
  await page.openPlace({ kind: 'folder', id: folder })
  expect(shown()).toEqual(['一.pdf'])
  visitor.network = answering(EXPIRED)
  await page.refreshView()
  expect(page.$view.get().status).toBe('idle')
  visitor.online()
  visitor.waitSeconds(61)
  await logIn(page, visitor)
  await settled(visitor)
  expect(shown()).toEqual(['一.pdf'])
  stop()
})

test("the next company sees its own documents and storage, not the previous one's", async () => {
  const stop = page.followAccount()
  await page.openPlace({ kind: 'folder', id: folder })
  page.SIGN_OUT()
  visitor.waitSeconds(61)
  await logIn(page, visitor, '13800000009')
  await settled(visitor)
  expect(page.$view.get()).toMatchObject({ status: 'ready', place: { kind: 'top' } })
  expect(shown()).toEqual([])
  expect(await page.loadQuota()).toMatchObject({ companyId: company() })
  stop()
})
