import { afterEach, beforeEach, expect, test } from 'vitest'
import { uploaded } from '../../server/testing/order-parties.ts'
import { ask } from '../../src/lib/api/ask.ts'
import { addFolder } from '../../src/lib/contract/documents/document.ts'
import {
  addFile,
  changeFile,
  deleteFile,
  replaceFile,
} from '../../src/lib/contract/documents/document-file.ts'
import { changeOrder, getOrder, listOrders, type Order } from '../../src/lib/contract/orders/order.ts'
import { openDeclaringPage, typed } from './support/declaring.ts'
import { logIn, openVisitor, PHONE, until, type Visitor } from './support/visitor.ts'

const ITEM = 22
const MATERIAL = '营业执照'
const OTHER = '审计报告'

let visitor: Visitor
let page: Awaited<ReturnType<typeof openStores>>
let folder: number

async function openStores() {
  const declaring = await openDeclaringPage()
  const [materials, picker, uploads] = await Promise.all([
    import('../../src/lib/stores/declare/materials.ts'),
    import('../../src/lib/stores/documents/picker.ts'),
    import('../../src/lib/stores/uploads/state.ts'),
  ])
  return { ...declaring, ...materials, ...picker, ...uploads }
}

beforeEach(async () => {
  visitor = await openVisitor()
  page = await openStores()
  await logIn(page, visitor)
  const answer = await ask(addFolder, { params: { id: company() }, body: { name: '证照' } })
  folder = answer.folder.id
})
afterEach(() => visitor.close())

const company = () => page.$companyId.get() ?? 0

async function addPaper(name: string) {
  const object = await uploaded(visitor.portal, company(), name)
  return (await ask(addFile, { body: { folder, ...object } })).file
}

async function tick(files: Awaited<ReturnType<typeof addPaper>>[], material = MATERIAL) {
  const ticking = page.tickMaterial(ITEM, material)
  await until(page.$picker, ({ status }) => status === 'open')
  for (const file of files) page.togglePick(file)
  page.closePicker(true)
  return ticking
}

async function openElsewhere(): Promise<void> {
  localStorage.clear()
  page = await openStores()
  await page.openDeclaration(ITEM, [MATERIAL, OTHER])
  await page.readPapers(ITEM)
}

const shown = (material = MATERIAL) =>
  page.$papers
    .get()
    .filter(({ materials }) => materials.includes(material))
    .map(({ local_name }) => local_name)

async function orders(): Promise<Order[]> {
  const { items } = (await ask(listOrders, { params: { companyId: company() }, query: {} })).result
  const read = ({ id }: { id: number }) =>
    ask(getOrder, { params: { companyId: company(), orderId: id } }).then(({ order }) => order)
  return Promise.all(items.map(read))
}

async function submit(): Promise<void> {
  await page.openDeclaration(ITEM, [MATERIAL, OTHER])
  page.typeField({ contact: '李雷', phone: PHONE })
  await page.submitDeclaration()
}

test('chosen in the form, it is there on another device, and goes with what is handed in there', async () => {
  await page.openDeclaration(ITEM, [MATERIAL, OTHER])
  page.typeField({ contact: '李雷', phone: PHONE })
  await tick([await addPaper('执照.pdf')])
  expect(shown()).toEqual(['执照.pdf'])
  await openElsewhere()
  expect(shown()).toEqual(['执照.pdf'])
  expect(typed(page).contact).toBe('李雷')
  await page.submitDeclaration()
  expect(page.$declare.get().status).toBe('submitted')
  expect(await orders()).toMatchObject([{ state: 'submitted', files: [{ local_name: '执照.pdf' }] }])
})

test('chosen before the form opens, documents of several materials belong to one draft, with the contact', async () => {
  await tick([await addPaper('执照.pdf')])
  await tick([await addPaper('报告.pdf')], OTHER)
  await submit()
  const [only, ...more] = await orders()
  expect(more).toEqual([])
  expect(only).toMatchObject({
    state: 'submitted',
    files: [{ materials: [MATERIAL] }, { materials: [OTHER] }],
  })
  await tick([await addPaper('第二次.pdf')])
  await openElsewhere()
  expect(typed(page)).toMatchObject({ contact: '李雷', phone: PHONE })
})

test('what is updated among the documents is updated in a draft, and stays in what was handed in', async () => {
  const file = await addPaper('执照.pdf')
  await tick([file])
  const update = async (name: string) => {
    const newer = await uploaded(visitor.portal, company(), name)
    await ask(replaceFile, { params: { id: file.id }, body: { folder, ...newer, local_name: '执照.pdf' } })
    return newer.hash_name
  }
  const second = await update('新执照.pdf')
  await submit()
  await update('更新的执照.pdf')
  expect((await orders())[0]?.files.map(({ hash_name }) => hash_name)).toEqual([second])
})

test("a deletion among the documents leaves the draft's copy; an expired one is marked", async () => {
  const file = await addPaper('执照.pdf')
  await tick([file])
  await ask(changeFile, { params: { id: file.id }, body: { expires_on: '2020-01-31', report_year: null } })
  await page.readPapers(ITEM)
  expect(page.$papers.get()).toMatchObject([{ expires_on: '2020-01-31' }])
  await ask(deleteFile, { params: { id: file.id } })
  await submit()
  expect(await orders()).toMatchObject([{ state: 'submitted', files: [{ local_name: '执照.pdf' }] }])
})

test("a deleted draft releases its documents' storage", async () => {
  const file = await addPaper('执照.pdf')
  await tick([file])
  await ask(deleteFile, { params: { id: file.id } })
  const [draft] = await orders()
  const params = { companyId: company(), orderId: draft?.id ?? 0 }
  await ask(changeOrder, { params, body: { action: 'withdraw', revision: draft?.revision ?? 0 } })
  const { used_bytes } = await visitor.portal.db
    .selectFrom('companies')
    .select('used_bytes')
    .where('id', '=', company())
    .executeTakeFirstOrThrow()
  expect(used_bytes).toBe(0)
})

test('a material never gets more papers than it takes', async () => {
  const files = []
  for (const name of ['1.pdf', '2.pdf', '3.pdf', '4.pdf', '5.pdf']) files.push(await addPaper(name))
  await tick(files.slice(0, 4))
  const ticking = page.tickMaterial(ITEM, MATERIAL)
  await until(page.$picker, ({ status }) => status === 'open')
  expect(page.$picker.get()).toMatchObject({ limit: 1 })
  page.togglePick(files[4] ?? (files[0] as never))
  page.closePicker(true)
  await ticking
  expect(shown()).toHaveLength(5)
  expect(await page.tickMaterial(ITEM, MATERIAL)).toBe('选择文件的个数不能超过5个！')
})

test('after a logout nothing on the device tells which papers were chosen', async () => {
  await tick([await addPaper('执照.pdf')])
  expect(shown()).toEqual(['执照.pdf'])
  await page.logOutHere()
  expect(shown()).toEqual([])
  expect(JSON.stringify(localStorage)).not.toContain('执照')
})
