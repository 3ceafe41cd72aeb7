import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type AccountPage, askAs, enterAccount, openAccountPage, ready } from './support/account.ts'
import { openVisitor, settled, type Visitor } from './support/visitor.ts'

const CODE = '91350100M000100Y43'

let visitor: Visitor
let page: AccountPage

beforeEach(async () => {
  visitor = await openVisitor()
  page = await openAccountPage()
  await enterAccount(page, visitor)
})
afterEach(async () => {
  page.stop()
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
