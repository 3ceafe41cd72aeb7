import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Browser } from '../../server/testing/browser.ts'
import { type AccountPage, askAs, enterAccount, openAccountPage, ready } from './support/account.ts'
import { OFFLINE, openVisitor, PHONE, settled, until, type Visitor } from './support/visitor.ts'

const CODE = '91350100M000100Y43'

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

const values = (tab: AccountPage = page) => {
  return tab.shownValues(ready(tab.$profile.get()), tab.$profileEdits.get())
}

describe('the profile', () => {
  test('is saved with its answers, which the questionnaire shares', async () => {
    page.typeProfile('name', '示例甲有限公司')
    page.typeProfile('credit_code', CODE.toLowerCase())
    page.typeProfile('employees', 120)
    expect(await page.saveProfile()).toBe(true)
    expect(values()).toMatchObject({ name: '示例甲有限公司', credit_code: CODE, employees: 120 })
    expect(page.$profileEdits.get()).toEqual({})
    const { body } = await askAs(visitor, 'GET', '/customer/api/v1/fixed/question')
    expect(body.result.items.find(({ key }: { key: string }) => key === 'employees').answer).toBe(120)
    await askAs(visitor, 'POST', '/customer/api/v1/fixed/question', { answers: [{ id: 5, value: 7 }] })
    await page.readProfileAgain()
    expect(values().employees).toBe(7)
  })

  test("updates the copy of the account's answers on the device, but not the device's own", async () => {
    page.keep({ answers: { employees: 5, exporter: true }, place: 'account', unsent: ['employees'] })
    page.typeProfile('employees', 120)
    await page.saveProfile()
    expect(page.$kept.get()).toMatchObject({ answers: { employees: 120, exporter: true }, unsent: [] })
    page.keep({ answers: { employees: 5 }, place: 'device', unsent: [] })
    page.typeProfile('employees', 130)
    await page.saveProfile()
    expect(page.$kept.get().answers).toEqual({ employees: 5 })
  })

  test('shows a problem at its field, and sends nothing', async () => {
    page.typeProfile('credit_code', '91350100M000100Y42')
    page.typeProfile('name', ' ')
    const before = visitor.requests.length
    expect(await page.saveProfile()).toBe(false)
    expect(page.$profileProblems.get()).toEqual({
      name: '请填写企业名称',
      credit_code: '最后一位校验不符：按前 17 位应为“3”，现在是“2”，请逐位核对',
    })
    expect(visitor.requests.length).toBe(before)
    page.typeProfile('credit_code', CODE)
    expect(page.$profileProblems.get()).toEqual({ name: '请填写企业名称' })
  })

  test('comes back with what was typed after a reload', async () => {
    page.typeProfile('contact', '李雷')
    const reloaded = await openAccountPage()
    await reloaded.knowSession()
    await reloaded.openSections()
    expect(values(reloaded).contact).toBe('李雷')
    reloaded.dropProfileEdits()
    expect(values(reloaded).contact).toBe('')
    reloaded.stop()
  })

  test('leaves nothing of what was typed on the device after a logout', async () => {
    page.typeProfile('legal_person', '张三')
    page.typeProfile('phone', '13912345678')
    expect(JSON.stringify(sessionStorage)).toContain('张三')
    expect(await page.logOutHere()).toBeUndefined()
    expect(Object.keys(sessionStorage).filter((key) => key.startsWith('profile:'))).toEqual([])
    const next = await openAccountPage()
    visitor.waitSeconds(61)
    await enterAccount(next, visitor)
    expect(values(next).legal_person).toBe('')
    next.stop()
  })

  test('in two tabs shows what the other saves, except in fields being edited', async () => {
    const other = await openAccountPage()
    await other.knowSession()
    await other.openSections()
    other.typeProfile('contact', '韩梅梅')
    page.typeProfile('contact', '李雷')
    page.typeProfile('address', '示例路 1 号')
    await page.saveProfile()
    await settled(visitor)
    expect(values(other)).toMatchObject({ contact: '韩梅梅', address: '示例路 1 号' })
    expect(other.movedFields(ready(other.$profile.get()), other.$profileEdits.get())).toEqual(['contact'])
    await other.saveProfile()
    await settled(visitor)
    expect(values()).toMatchObject({ contact: '韩梅梅', address: '示例路 1 号' })
    other.stop()
  })
})

describe('colleagues', () => {
  let colleague: Browser
  beforeEach(async () => {
    colleague = await visitor.portal.loggedIn('13800000002')
  })

  test('joining another company asks first if something would be lost, then shows that company', async () => {
    await colleague.put('/customer/api/v1/company/profile', { name: '示例乙有限公司' })
    const { body } = await colleague.post('/customer/api/v1/company/invitations')
    page.typeProfile('contact', '李雷')
    await page.saveProfile()
    await page.join(' abc ')
    expect(page.$join.get()).toEqual({ status: 'failed', text: '邀请码不正确，请检查是否有误' })
    await page.join(body.invitation_code)
    expect(page.$join.get()).toMatchObject({ status: 'asking', text: /不会保留/ })
    await page.join(body.invitation_code, true)
    expect(page.$join.get()).toEqual({ status: 'joined', companyName: '示例乙有限公司' })
    await page.openSections()
    expect(values()).toMatchObject({ name: '示例乙有限公司', contact: '' })
    const me = ready(page.$team.get()).people.find((person) => person.me)
    await page.leaveTeam(me?.id ?? 0)
    await page.openSections()
    expect(ready(page.$team.get()).people).toHaveLength(1)
    expect(values().name).not.toBe('示例乙有限公司')
  })

  test('a member of another company stays there, with an explanation', async () => {
    const { body } = await colleague.post('/customer/api/v1/company/invitations')
    visitor.waitSeconds(61)
    await page.join(body.invitation_code, true)
    await page.openSections()
    const [first] = ready(page.$team.get()).people
    expect(first?.removable).toBe(false)
    expect(await page.removeFromTeam(first?.id ?? 0)).toBe(false)
    expect(page.$teamSaid.get()?.text).toBe('只能移出比您晚加入的成员')
  })
})

describe('reminders', () => {
  test('are saved one by one; failed ones revert', async () => {
    await page.toggleLead(14, false)
    await page.toggleLead(60, true)
    await page.changeReminder({ matches: false })
    expect(ready(page.$reminders.get()).settings).toMatchObject({
      lead_days: [60, 30, 7, 3],
      changes: true,
    })
    await page.openReminders()
    expect(ready(page.$reminders.get()).settings).toMatchObject({ lead_days: [60, 30, 7, 3], matches: false })
    visitor.network = OFFLINE
    await page.changeReminder({ changes: false })
    expect(ready(page.$reminders.get()).settings.changes).toBe(true)
    expect(page.$remindersSaid.get()).toMatchObject({ tone: 'failed', text: /保存失败/ })
  })

  test('of a muted policy come back', async () => {
    await askAs(visitor, 'PUT', '/customer/api/v1/fixed/platformpolicy/11/follow')
    await visitor.portal.db.updateTable('follows').set({ muted: 1 }).where('company_id', '>', 0).execute()
    await page.refreshMuted()
    expect(page.$muted.get()).toMatchObject({ items: [{ platform_policy_id: 11 }] })
    await page.unmute(11)
    expect(page.$muted.get()).toMatchObject({ items: [] })
    expect(
      (await askAs(visitor, 'GET', '/customer/api/v1/fixed/platformpolicy/followed')).body.policy_ids,
    ).toEqual([11])
  })
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
