import { afterEach, beforeEach, expect, test } from 'vitest'
import { upload as store } from '../storage/testing/upload.ts'
import { LOAN } from '../testing/loan.ts'
import { gatherParties, type Parties, uploaded, WITH_OPERATORS } from '../testing/order-parties.ts'
import { openPortal } from '../testing/portal.ts'

let parties: Parties
let id: number

beforeEach(async () => {
  parties = await gatherParties(await openPortal(WITH_OPERATORS))
  const body = { ...LOAN, client_id: 'tab-one-of-loan' }
  id = (await parties.company.post('/customer/api/v1/additional', body)).body.data.id
})
afterEach(() => parties.portal.close())

const path = (of = id) => `/customer/api/v1/draft/loan?poid=${of}`
const content = (amount: string, files: object[] = []) => ({ texts: { amount }, files })
const save = async (revision: number, amount = '60万', files: object[] = [], browser = parties.company) =>
  (
    await browser.put(path(), {
      client_id: 'tab-two-of-loan',
      revision,
      order_revision: 3,
      content: content(amount, files),
    })
  ).body
const read = async (browser = parties.company) => (await browser.get(path())).body
async function sendBack() {
  await parties.move(id, 'reviewing')
  await parties.move(id, 'more-needed', '请补充')
}

test('a correction is kept as typed, with its papers, while one is awaited', async () => {
  expect(await save(0)).toEqual({ code: 409, message: '这份申请已提交，不能修改' })
  await sendBack()
  expect(await read()).toEqual({ code: 200, draft: null })
  const file = { ...(await uploaded(parties.portal, parties.companyId, 'a.pdf')), slot: '营业执照' }
  const kept = { revision: 1, order_revision: 3, content: content('６０', [file]) }
  expect((await save(0, '６０', [file])).draft).toMatchObject(kept)
  expect((await save(0, '６０', [file])).draft, 'an answer that was lost').toMatchObject(kept)
  expect((await read()).draft).toMatchObject(kept)
  expect((await parties.company.delete(path())).body).toEqual({ code: 200 })
  expect((await read()).draft).toBeNull()
})

test('what somebody saved meanwhile comes back with the refusal', async () => {
  await sendBack()
  const answers = await Promise.all(['60', '70', '80'].map((amount) => save(0, amount)))
  expect(answers.map(({ code }) => code).sort()).toEqual([200, 409, 409])
  const { draft } = await read()
  for (const answer of answers) expect(answer.draft).toEqual(draft)
  expect((await save(1, '90')).draft).toMatchObject({ revision: 2, content: content('90') })
})

test('it goes with the application that is handed in again', async () => {
  await sendBack()
  await save(0)
  const again = { ...LOAN, poid: id, purpose: '采购设备', client_id: 'tab-two-of-loan' }
  expect((await parties.company.post('/customer/api/v1/additional', again)).body.code).toBe(200)
  expect((await read()).draft).toBeNull()
})

test('it is the company’s alone: another one finds none, operators see nothing of it', async () => {
  await sendBack()
  await save(0, '机密')
  const none = { code: 404, message: '没有找到这份申请' }
  expect(await read(parties.stranger)).toEqual(none)
  expect(await save(1, '别人', [], parties.stranger)).toEqual(none)
  expect((await parties.stranger.delete(path())).body).toEqual(none)
  expect(await read(parties.operator)).toEqual(none)
  const seen = (await parties.operator.get(`/operator/api/v1/orders/${id}`)).body
  expect(JSON.stringify(seen)).not.toContain('机密')
  expect(JSON.stringify(await parties.read(id))).not.toContain('机密')
  const rows = await parties.portal.db.selectFrom('submitted_orders').selectAll().execute()
  expect(rows.map(({ id }) => id)).toEqual([id])
  expect(JSON.stringify(rows)).not.toContain('机密')
  expect((await read()).draft).toMatchObject({ content: content('机密') })
})

test('files are the company’s, and what their names say', async () => {
  await sendBack()
  const slot = '营业执照'
  const theirs = { ...(await uploaded(parties.portal, 1, 'b.pdf')), slot }
  expect(await save(0, '1', [theirs])).toEqual({ code: 404, message: '文件已失效，请重新上传' })
  const hash_name = await store(parties.portal, parties.company, '<html>')
  const message = '“合同.pdf”的内容不是 PDF 文件，请检查后重新选择'
  const wrong = { local_name: '合同.pdf', hash_name, size: 6, slot }
  expect(await save(0, '1', [wrong])).toEqual({ code: 400, message, hash_name })
})
