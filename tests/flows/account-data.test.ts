import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type AccountPage, enterAccount, openAccountPage, ready } from './support/account.ts'
import { OFFLINE, openVisitor, PHONE, until, type Visitor } from './support/visitor.ts'

let visitor: Visitor
let page: AccountPage
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

test('an export that breaks off is not saved, and can be tried again', async () => {
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
    expect(page.deletion.$said.get()?.text).toBe('为了企业的安全，请先验证是您本人')
    expect(ready(page.deletion.$value.get())).toBeNull()
  })
})

/** The first bytes arrive, then the connection is gone. */
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
