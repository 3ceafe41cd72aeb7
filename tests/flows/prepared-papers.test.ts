/** Papers that were chosen for materials stay the files of the documents: updated, run out, deleted since. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { uploaded } from '../../server/testing/order-parties.ts'
import { ask } from '../../src/lib/api/ask.ts'
import { addFolder } from '../../src/lib/contract/documents/document.ts'
import {
  addFile,
  changeFile,
  deleteFile,
  replaceFile,
} from '../../src/lib/contract/documents/document-file.ts'
import { getOrder } from '../../src/lib/contract/orders/order.ts'
import { openDeclaringPage } from './support/declaring.ts'
import {
  logIn,
  OFFLINE,
  openVisitor,
  type Page,
  PHONE,
  settled,
  until,
  type Visitor,
} from './support/visitor.ts'

const ITEM = 22
const MATERIAL = '营业执照'

let visitor: Visitor
let page: Awaited<ReturnType<typeof openStores>>
let folder: number

async function openStores() {
  const declaring = await openDeclaringPage()
  const [materials, picker] = await Promise.all([
    import('../../src/lib/stores/declare/materials.ts'),
    import('../../src/lib/stores/documents/picker.ts'),
  ])
  return { ...declaring, ...materials, ...picker }
}

beforeEach(async () => {
  visitor = await openVisitor()
  page = await openStores()
  await logIn(page as unknown as Page, visitor)
  const answer = await ask(addFolder, { params: { id: company() }, body: { name: '证照' } })
  folder = answer.folder.id
})
afterEach(() => visitor.close())

const company = () => page.$companyId.get() ?? 0

async function addPaper(name: string) {
  const object = await uploaded(visitor.portal, company(), name)
  return (await ask(addFile, { body: { folder, ...object } })).file
}

/** As the picker's dialog does it. */
async function tick(...files: Awaited<ReturnType<typeof addPaper>>[]): Promise<void> {
  const ticking = page.tickMaterial(ITEM, MATERIAL)
  await until(page.$picker, ({ status }) => status === 'open')
  for (const file of files) page.togglePick(file)
  page.closePicker(true)
  await ticking
}

/** Another visit of the page, later. */
async function comeAgain(): Promise<() => void> {
  page = await openStores()
  const stop = page.followMaterials(ITEM)
  await until(page.$companyId, (id) => id !== null)
  await settled(visitor)
  return stop
}

const shown = () => page.$materials.get()[MATERIAL] ?? []

async function submit() {
  await page.openDeclaration(ITEM, [MATERIAL])
  page.typeField({ contact: '李雷', phone: PHONE })
  await page.submitDeclaration()
}

async function filesOfOrder(): Promise<string[]> {
  const state = page.$declare.get()
  if (state.status !== 'submitted') throw new Error(state.status)
  const params = { companyId: company(), orderId: state.sent.id }
  const { order } = await ask(getOrder, { params })
  return order.files.map(({ hash_name }) => hash_name)
}

test('an updated paper goes with the application as it is now, not as it was', async () => {
  const file = await addPaper('执照.pdf')
  await tick(file)
  const newer = await uploaded(visitor.portal, company(), '新执照.pdf')
  await ask(replaceFile, { params: { id: file.id }, body: { folder, ...newer, local_name: '执照.pdf' } })
  await submit()
  expect(await filesOfOrder()).toEqual([newer.hash_name])
})

test('once it is known who is logged in, papers are chosen beside those that the company has', async () => {
  const [first, second] = [await addPaper('执照.pdf'), await addPaper('执照副本.pdf')]
  await tick(first)
  const { network } = visitor
  visitor.network = OFFLINE
  page = await openStores()
  const stop = page.followMaterials(ITEM)
  const ticking = page.tickMaterial(ITEM, MATERIAL)
  await until(page.$session, ({ topShow }) => topShow)
  visitor.network = network
  await page.checkAgain()
  await until(page.$picker, ({ status }) => status === 'open')
  page.togglePick(second)
  page.closePicker(true)
  await ticking
  expect(shown()).toMatchObject([{ id: first.id }, { id: second.id }])
  stop()
})

test('a paper that has run out since is marked, in what was chosen before too', async () => {
  const file = await addPaper('执照.pdf')
  await tick(file)
  await ask(changeFile, { params: { id: file.id }, body: { expires_on: '2020-01-31', report_year: null } })
  await ask(changeFile, { params: { id: file.id }, body: { name: '旧执照.pdf' } })
  const stop = await comeAgain()
  expect(shown()).toMatchObject([{ local_name: '旧执照.pdf', expires_on: '2020-01-31' }])
  stop()
})

test('a deleted paper is named, and nothing is handed in without it until it is taken out', async () => {
  const [file, other] = [await addPaper('执照.pdf'), await addPaper('报告.pdf')]
  await tick(file, other)
  await ask(deleteFile, { params: { id: file.id } })
  await submit()
  expect(page.$declare.get().status).toBe('writing')
  expect(page.$declareNotice.get()?.text).toContain('“执照.pdf”已从企业文件中删除')
  expect(shown()).toMatchObject([{ id: file.id, isGone: true }, { id: other.id }])
  const stop = await comeAgain()
  expect(shown()).toMatchObject([{ id: file.id, isGone: true }, { id: other.id }])
  stop()
  page.untickPaper(ITEM, MATERIAL, file.id)
  await submit()
  expect(await filesOfOrder()).toEqual([other.hash_name])
})

test('without a line what was chosen stays as it was known, and is not called deleted', async () => {
  const file = await addPaper('执照.pdf')
  await tick(file)
  const { $companyId } = page
  visitor.network = OFFLINE
  const stop = page.followMaterials(ITEM)
  await settled(visitor)
  expect($companyId.get()).not.toBeNull()
  expect(shown()).toMatchObject([{ id: file.id, local_name: '执照.pdf' }])
  expect(shown()[0]).not.toHaveProperty('isGone')
  stop()
})

test('the picker opens with what was chosen, and never gives more than a material takes', async () => {
  const files = []
  for (const name of ['1.pdf', '2.pdf', '3.pdf', '4.pdf', '5.pdf', '6.pdf']) files.push(await addPaper(name))
  const [first, ...others] = files
  if (!first) throw new Error('no file')
  await tick(...files.slice(0, 5))
  const ticking = page.tickMaterial(ITEM, MATERIAL)
  await until(page.$picker, ({ status }) => status === 'open')
  expect(page.togglePick(others[4] ?? first)).toBe('选择文件的个数不能超过5个！')
  page.togglePick(first)
  page.togglePick(others[4] ?? first)
  page.closePicker(true)
  await ticking
  expect(shown().map(({ local_name }) => local_name)).toEqual(['2.pdf', '3.pdf', '4.pdf', '5.pdf', '6.pdf'])
  const closing = page.tickMaterial(ITEM, MATERIAL)
  await until(page.$picker, ({ status }) => status === 'open')
  page.closePicker(false)
  await closing
  expect(shown()).toHaveLength(5)
})

test('a change in another tab is seen at once', async () => {
  const file = await addPaper('执照.pdf')
  await tick(file)
  const stop = page.followMaterials(ITEM)
  await settled(visitor)
  await ask(changeFile, { params: { id: file.id }, body: { name: '新名.pdf' } })
  new BroadcastChannel('documents').postMessage('another tab')
  await vi.waitFor(() => expect(shown()).toMatchObject([{ local_name: '新名.pdf' }]), 90_000)
  stop()
})

describe('two tabs of a policy', () => {
  const OTHER = '审计报告'
  let stops: (() => void)[] = []
  afterEach(() => {
    for (const stop of stops) stop()
    stops = []
  })

  /** As the browser tells the tabs in which nothing was chosen. */
  function tellOthers(): void {
    const window = visitor.document.defaultView
    if (window) window.dispatchEvent(Object.assign(new window.Event('storage'), { key: `materials:${ITEM}` }))
  }

  /** Some document has changed, and both have read their papers anew. */
  async function changeDocuments(): Promise<void> {
    const heard = new Promise((resolve) => {
      new BroadcastChannel('documents').addEventListener('message', resolve)
    })
    new BroadcastChannel('documents').postMessage('another tab')
    await heard
    await settled(visitor)
  }

  async function openTwo() {
    const one = page
    stops = [one.followMaterials(ITEM), await comeAgain()]
    return { one, other: page }
  }

  test('what one chooses the other keeps, when its own papers are read anew too', async () => {
    const [licence, report] = [await addPaper('执照.pdf'), await addPaper('报告.pdf')]
    await tick(licence)
    const { one } = await openTwo()
    await tick(licence, report)
    page.untickPaper(ITEM, MATERIAL, licence.id)
    await changeDocuments()
    page = one
    const ticking = one.tickMaterial(ITEM, OTHER)
    await until(one.$picker, ({ status }) => status === 'open')
    one.togglePick(licence)
    one.closePicker(true)
    await ticking
    const wanted = { [MATERIAL]: [{ id: report.id }], [OTHER]: [{ id: licence.id }] }
    expect(one.$materials.get()).toMatchObject(wanted)
    const stop = await comeAgain()
    expect(page.$materials.get()).toMatchObject(wanted)
    stop()
  })

  test('what one chooses the other shows', async () => {
    const { one, other } = await openTwo()
    await tick(await addPaper('执照.pdf'))
    tellOthers()
    expect(one.$materials.get()).toMatchObject({ [MATERIAL]: [{ local_name: '执照.pdf' }] })
    other.forgetPrepared(ITEM)
    tellOthers()
    expect(one.$materials.get()).toEqual({})
  })

  test('a paper that is gone and was taken out in one does not come back in the other', async () => {
    const file = await addPaper('执照.pdf')
    await tick(file)
    const { one, other } = await openTwo()
    await ask(deleteFile, { params: { id: file.id } })
    other.untickPaper(ITEM, MATERIAL, file.id)
    // The other is closed.
    stops.pop()?.()
    await changeDocuments()
    page = one
    await submit()
    expect(page.$declare.get().status).toBe('submitted')
  })
})

test('after a logout nothing on the device tells which papers were chosen', async () => {
  const stop = await comeAgain()
  await tick(await addPaper('执照.pdf'))
  expect(JSON.stringify(localStorage)).toContain('执照')
  await page.logOutHere()
  expect(shown()).toEqual([])
  expect(JSON.stringify(localStorage)).not.toContain('执照')
  stop()
})

test('where the device keeps nothing, what was chosen goes with the application all the same', async () => {
  const refuse = vi.spyOn(localStorage, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  const file = await addPaper('执照.pdf')
  await tick(file)
  expect(shown()).toMatchObject([{ id: file.id }])
  await submit()
  expect(await filesOfOrder()).toEqual([file.hash_name])
  refuse.mockRestore()
})
