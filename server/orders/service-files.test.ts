import { afterEach, beforeEach, expect, test } from 'vitest'
import { SERVICE_FILES_LIMIT } from '../../src/lib/contract/orders/service-file.ts'
import type { LockedObjectId } from '../db/tables/storage.ts'
import { upload as store } from '../storage/testing/upload.ts'
import {
  COMPLETE,
  gatherParties,
  heldFiles,
  type Parties,
  providerBody,
  uploaded,
  WITH_OPERATORS,
} from '../testing/order-parties.ts'
import { openPortal } from '../testing/portal.ts'

const FILES = '/startup/api/v1/company/service/files'
const AGAIN = '/startup/api/v1/again/service'

let parties: Parties
let order: { id: number; revision: number }

beforeEach(async () => {
  parties = await gatherParties(await openPortal(WITH_OPERATORS))
  order = await parties.draft(COMPLETE)
})
afterEach(() => parties.portal.close())

const upload = (name: string) => uploaded(parties.portal, parties.companyId, name)
const add = (file: object, order_id = order.id) => parties.company.post(FILES, { ...file, order_id })
const names = async () =>
  (await parties.read(order.id)).files.map((file: { local_name: string }) => file.local_name)

test('a file belongs to its order, with the size that the store says', async () => {
  const file = await upload('报表.xlsx')
  const { body } = await add(file)
  expect(body).toMatchObject({ code: 200, file: { ...file, size: 10, again: false } })
  expect((await parties.read(order.id)).files).toEqual([body.file])
  const hold = await parties.portal.db
    .selectFrom('object_holds')
    .selectAll()
    .where('company_id', '>', 0)
    .executeTakeFirst()
  expect(hold).toMatchObject({ kind: 'service_file', holder_id: body.file.id, operators: 1 })
})

test('a file says nothing of the other orders', async () => {
  const other = await parties.draft()
  const before = await parties.read(other.id)
  parties.portal.clock.ms += 60_000
  await add(await upload('a.pdf'))
  expect(await parties.read(other.id)).toEqual(before)
  expect((await parties.read(order.id)).gmt_modified).not.toBe(before.gmt_modified)
})

test('the same object for the same order is one file, also twenty times at once', async () => {
  const file = await upload('a.pdf')
  const answers = await Promise.all(Array.from({ length: 20 }, () => add(file)))
  expect(new Set(answers.map(({ body }) => body.file.id)).size).toBe(1)
  const other = await parties.draft()
  expect((await add(file, other.id)).body.file.id).not.toBe(answers[0]?.body.file.id)
})

test('a file is replaced, handed in again and deleted; what nothing uses any more is let go', async () => {
  const [first, second, third] = [await upload('a.pdf'), await upload('b.pdf'), await upload('c.pdf')]
  const { id } = (await add(first)).body.file
  const replaced = await parties.company.put(`${FILES}/${id}`, second)
  expect(replaced.body.file).toMatchObject({ id, local_name: 'b.pdf', again: false })
  expect(await heldFiles(parties.portal)).toEqual(['b.pdf'])
  expect((await parties.company.put(`${AGAIN}/${id}`, third)).body.file).toMatchObject({ id, again: true })
  expect(
    (await parties.company.put(`${FILES}/${id}`, { ...third, local_name: 'd.pdf' })).body.file,
  ).toMatchObject({
    local_name: 'd.pdf',
    again: true,
  })
  expect(await heldFiles(parties.portal)).toEqual(['c.pdf'])
  expect((await parties.company.delete(`${AGAIN}/${id}`)).body).toEqual({ code: 200 })
  expect((await parties.company.delete(`${AGAIN}/${id}`)).body.code).toBe(404)
  expect([await names(), await heldFiles(parties.portal)]).toEqual([[], []])
})

test('a paper is handed in only as what it is, with whatever name it lies in the store', async () => {
  const { portal, company } = parties
  const hash_name = await store(portal, company, '<html>')
  const words = '“合同.pdf”的内容不是 PDF 文件，请检查后重新选择'
  const wrong = { local_name: '合同.pdf', hash_name, size: 6 }
  expect((await add(wrong)).body).toEqual({ code: 400, message: words })
  expect((await add({ ...wrong, local_name: '网页.html' })).body.code).toBe(200)
  expect((await add(wrong)).body).toEqual({ code: 400, message: words })
  const body = await providerBody(portal, parties.companyId, { licence: wrong })
  expect((await company.post('/customer/api/v1/additional', body)).body).toEqual({
    code: 400,
    message: words,
  })
  const pdf = await store(portal, company, '%PDF-1.7')
  expect((await add({ ...wrong, hash_name: pdf })).body.code).toBe(200)
})

test('two files of an order cannot be one object', async () => {
  const [first, second] = [await upload('a.pdf'), await upload('b.pdf')]
  await add(first)
  const { id } = (await add(second)).body.file
  const answer = await parties.company.put(`${FILES}/${id}`, first)
  expect(answer.body).toEqual({ code: 409, message: '这个文件已在列表中：a.pdf' })
})

test('no file changes while the order is looked at; it may again when more is needed', async () => {
  const { id } = (await add(await upload('a.pdf'))).body.file
  const other = await upload('b.pdf')
  await parties.change(order, 'submit')
  expect((await parties.company.put(`${FILES}/${id}`, await upload('c.pdf'))).body.code).toBe(200)
  await parties.move(order.id, 'reviewing')
  const answers = [
    await add(other),
    await parties.company.put(`${FILES}/${id}`, other),
    await parties.company.put(`${AGAIN}/${id}`, other),
    await parties.company.delete(`${AGAIN}/${id}`),
  ]
  const closed = { code: 409, message: '这份申请审核中，不能更改文件' }
  for (const { body } of answers) expect(body).toEqual(closed)
  expect(await names()).toEqual(['c.pdf'])
  await parties.move(order.id, 'more-needed', '请更换文件')
  expect((await parties.company.put(`${AGAIN}/${id}`, other)).body.file.again).toBe(true)
})

test('what was handed in is not replaced or deleted without a word in the history', async () => {
  const files = []
  for (const name of ['a.pdf', 'b.pdf']) files.push((await add(await upload(name))).body.file)
  const notes = async () => (await parties.read(order.id)).events.map(({ note }: { note: string }) => note)
  await parties.company.put(`${FILES}/${files[0].id}`, await upload('c.pdf'))
  const before = await notes()
  await parties.change(order, 'submit')
  const same = await upload('d.pdf')
  await parties.company.put(`${FILES}/${files[0].id}`, same)
  await parties.company.put(`${FILES}/${files[0].id}`, { ...same, materials: [] })
  await parties.move(order.id, 'reviewing')
  await parties.move(order.id, 'more-needed', '请更换文件')
  await parties.company.put(`${AGAIN}/${files[0].id}`, await upload('e.pdf'))
  await parties.company.delete(`${AGAIN}/${files[1].id}`)
  expect(before.join()).not.toContain('文件')
  expect((await notes()).slice(before.length)).toEqual([
    '',
    '更换文件：c.pdf → d.pdf',
    '',
    '请更换文件',
    '更换文件：d.pdf → e.pdf',
    '删除文件：b.pdf',
  ])
})

test('a deletion and the begin of the review at once: the operators see what is there', async () => {
  const { id } = (await add(await upload('a.pdf'))).body.file
  await parties.change(order, 'submit')
  const [deleted, taken] = await Promise.all([
    parties.company.delete(`${AGAIN}/${id}`),
    parties.move(order.id, 'reviewing'),
  ])
  expect(taken.body.order.files).toHaveLength(deleted.body.code === 200 ? 0 : 1)
})

test('an order has so many files and no more, also when they come at once', async () => {
  await add(await upload('a.pdf'))
  const { id: _, ...copy } = await parties.portal.db
    .selectFrom('service_files')
    .selectAll()
    .where('id', '>', 0)
    .executeTakeFirstOrThrow()
  for (let index = 2; index < SERVICE_FILES_LIMIT; index += 1) {
    await upload(`${index}.pdf`)
    await parties.portal.db
      .insertInto('service_files')
      .values({ ...copy, object_id: (copy.object_id + index - 1) as LockedObjectId })
      .execute()
  }
  const [one, two] = [await upload('b.pdf'), await upload('c.pdf')]
  const answers = await Promise.all([add(one), add(two)])
  expect(answers.map(({ body }) => body.code).sort()).toEqual([200, 409])
})

test.each([{ local_name: '' }, { hash_name: '../x' }, { size: -1 }, { order_id: 0 }, { order_id: 1e300 }])(
  '%j: code 400',
  async (wrong) => {
    const file = await upload('a.pdf')
    expect((await parties.company.post(FILES, { order_id: order.id, ...file, ...wrong })).body.code).toBe(400)
  },
)

test('one paper is for several materials of an order, and can be taken from each', async () => {
  const file = await upload('营业执照.pdf')
  const { id } = (await add({ ...file, material: '营业执照' })).body.file
  const again = await add({ ...file, material: '信用承诺书' })
  expect(again.body.file).toMatchObject({ id, materials: ['营业执照', '信用承诺书'] })
  expect((await add({ ...file, material: '营业执照' })).body.file.materials).toHaveLength(2)
  const { body } = await parties.company.put(`${FILES}/${id}`, { ...file, materials: ['信用承诺书'] })
  expect(body.file.materials).toEqual(['信用承诺书'])
  const later = await parties.company.put(`${FILES}/${id}`, await upload('新的.pdf'))
  expect(later.body.file.materials).toEqual(['信用承诺书'])
})

test('what the documents say about how long a paper holds is told with the order', async () => {
  const { portal, companyId, company } = parties
  const file = await upload('营业执照.pdf')
  const top = `/startup/api/v1/company/${companyId}/documents`
  const { folder } = (await company.post(top, { name: '证照', parent: null, org_id: 1 })).body
  await add({ ...file, material: '营业执照' })
  expect((await parties.read(order.id)).files[0]).toMatchObject({ expires_on: null, report_year: null })
  await company.post('/startup/api/v1/document/files', { ...file, folder: folder.id })
  await portal.db
    .updateTable('document_files')
    .set({ expires_on: '2026-10-01', report_year: 2025 })
    .where('id', '>', 0)
    .execute()
  expect((await parties.read(order.id)).files[0]).toMatchObject({
    expires_on: '2026-10-01',
    report_year: 2025,
  })
})

test('a paper of a draft follows the document that it is; one that was handed in stays', async () => {
  const { portal, company, companyId } = parties
  const documents = `/startup/api/v1/company/${companyId}/documents`
  const folder = (await company.post(documents, { name: '证照' })).body.folder.id
  const first = await upload('a.pdf')
  const { id } = (await company.post('/startup/api/v1/document/files', { ...first, folder })).body.file
  await add({ ...first, material: '营业执照' })
  const sent = await parties.submitted()
  await add(first, sent.id)
  const replace = (hash_name: string) =>
    company.put(`/startup/api/v1/document/file/${id}`, { folder, local_name: 'a.pdf', hash_name, size: 1 })

  const wrong = await replace(await store(portal, company, '<html>'))
  expect(wrong.body.message).toBe('“a.pdf”的内容不是 PDF 文件，请检查后重新选择')
  const second = await store(portal, company, '%PDF-1.7')
  expect((await replace(second)).body.code).toBe(200)
  expect((await parties.read(order.id)).files).toMatchObject([
    { hash_name: second, local_name: 'a.pdf', materials: ['营业执照'] },
  ])
  expect((await parties.read(sent.id)).files).toMatchObject([{ hash_name: first.hash_name }])
})

test('a draft that is deleted lets go of its papers; what is withdrawn keeps them', async () => {
  await add(await upload('a.pdf'))
  const sent = await parties.submitted()
  await add(await upload('b.pdf'), sent.id)
  for (const each of [order, sent]) await parties.change(each, 'withdraw')
  expect(await heldFiles(parties.portal)).toEqual(['b.pdf'])
})
