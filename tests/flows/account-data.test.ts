/** The company's data from /account to the database: export, deletion after a week, and its cancellation. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { EXPORTS_PER_HOUR } from '../../src/lib/contract/account/company-data.ts'
import { type AccountPage, enterAccount, openAccountPage, ready } from './support/account.ts'
import { OFFLINE, openVisitor, PHONE, until, type Visitor } from './support/visitor.ts'

let visitor: Visitor
let page: AccountPage
/** Saved files. */
let saved: Blob[]

beforeEach(async () => {
  visitor = await openVisitor()
  saved = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => `blob:${saved.push(file as Blob)}`)
  page = await openAccountPage()
  await enterAccount(page, visitor)
})
afterEach(async () => {
  page.stop()
  vi.restoreAllMocks()
  await visitor.close()
})

test("the export is one file with the company's data", async () => {
  page.typeProfile('name', '示例甲有限公司')
  await page.saveProfile()
  await page.startExport()
  expect(page.$export.get()).toMatchObject({ status: 'done', name: 'company-2-2026-11-21.json' })
  const data = JSON.parse((await saved[0]?.text()) ?? '')
  expect(data).toMatchObject({ company: [{ name: '示例甲有限公司' }], people: [{ phone: '138****0001' }] })
})

test('an interrupted export is not saved, and can be repeated', async () => {
  visitor.network = async (pass) => cut(await pass())
  await page.startExport()
  expect(page.$export.get()).toEqual({
    status: 'failed',
    text: '下载中断，文件不完整，没有保存。请检查网络后重试',
  })
  visitor.network = OFFLINE
  await page.startExport()
  expect(page.$export.get()).toEqual({ status: 'failed', text: '网络连接失败，请检查网络后重试' })
  expect(saved).toEqual([])
  visitor.online()
  await page.startExport()
  expect(page.$export.get().status).toBe('done')
})

test('too many exports are refused in words; an hour later they work', async () => {
  for (let count = 0; count < EXPORTS_PER_HOUR; count += 1) await page.startExport()
  await page.startExport()
  expect(page.$export.get()).toEqual({
    status: 'failed',
    text: `一小时内最多导出 ${EXPORTS_PER_HOUR} 次，请稍后再试`,
  })
  visitor.waitSeconds(3601)
  await visitor.portal.proveAll()
  await page.startExport()
  expect(saved).toHaveLength(EXPORTS_PER_HOUR + 1)
})

describe('a quarter of an hour after the login', () => {
  beforeEach(() => visitor.waitSeconds(15 * 60))

  test('the export asks for a code by SMS, and continues', async () => {
    const exporting = page.startExport()
    await until(page.$proof, ({ status }) => status === 'asking')
    expect(saved).toHaveLength(0)
    await page.requestProofCode()
    expect(page.$proof.get()).toMatchObject({ notice: { tone: 'success', text: '发送成功' } })
    const code = visitor.portal.codes.get(PHONE) ?? ''
    await page.enterProof(code === '000000' ? '000001' : '000000')
    expect(page.$proof.get()).toMatchObject({ notice: { tone: 'error', text: '验证码不正确或已失效' } })
    await page.enterProof(code)
    await exporting
    expect(page.$proof.get().status).toBe('closed')
    expect(saved).toHaveLength(1)
  })

  test('cancelling the proof requests no deletion, and shows the reason', async () => {
    const asking = page.requestEnd()
    await until(page.$proof, ({ status }) => status === 'asking')
    page.cancelProof()
    expect(await asking).toBe(false)
    expect(page.$deletionProblem.get()).toBe('为了企业的安全，请先验证是您本人')
    expect(ready(page.$deletion.get())).toBeNull()
  })
})

test('an expired login asks for a new one', async () => {
  await visitor.portal.db.deleteFrom('sessions').where('customer_id', '>', 0).execute()
  await page.startExport()
  expect(page.$export.get()).toMatchObject({ status: 'failed', text: /登录已过期/ })
  expect(page.$accountPage.get().status).toBe('expired')
})

test('the deletion of the company is requested, shown with its day, and cancelled', async () => {
  expect(ready(page.$deletion.get())).toBeNull()
  expect(await page.requestEnd()).toBe(true)
  const dueMs = Date.parse(ready(page.$deletion.get())?.due_at ?? '')
  expect(dueMs - Date.now()).toBe(7 * 86_400_000)
  await page.openDeletion()
  expect(ready(page.$deletion.get())).not.toBeNull()
  visitor.network = OFFLINE
  expect(await page.cancelEnd()).toBe(false)
  expect(page.$deletionProblem.get()).toBe('网络连接失败，请检查网络后重试')
  visitor.online()
  expect(await page.cancelEnd()).toBe(true)
  await page.openDeletion()
  expect(ready(page.$deletion.get())).toBeNull()
})

/** The first bytes arrive, then the connection breaks. */
function cut(whole: Response): Response {
  const chunks = [new TextEncoder().encode('{"code":200')]
  const body = new ReadableStream({
    pull(controller) {
      const chunk = chunks.pop()
      if (chunk) controller.enqueue(chunk)
      else controller.error(new TypeError('cut'))
    },
  })
  return new Response(body, whole)
}
