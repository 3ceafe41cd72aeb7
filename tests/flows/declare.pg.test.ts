import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ask } from '../../src/lib/api/ask.ts'
import { changeProfile } from '../../src/lib/contract/account/company-profile.ts'
import { type DeclaringPage, openDeclaringPage, ordersOf, typed } from './support/declaring.ts'
import { logIn, OFFLINE, openVisitor, PHONE, settled, until, type Visitor } from './support/visitor.ts'

/** In the test catalogue: one item that is always open, one that closes today. */
const ITEM = 22
const CLOSING = 21
const MATERIALS = ['营业执照', '项目说明']
const COMPLETE = { contact: '李雷', phone: PHONE }

let visitor: Visitor
let page: DeclaringPage

beforeEach(async () => {
  visitor = await openVisitor()
  page = await openDeclaringPage()
})
afterEach(() => visitor.close())

const enter = (tab: DeclaringPage = page) => logIn(tab, visitor)
const orders = () => ordersOf(visitor.portal)

async function write(tab: DeclaringPage = page, fields: object = COMPLETE, item = ITEM) {
  await tab.openDeclaration(item, MATERIALS)
  tab.typeField(fields)
}

describe('a draft', () => {
  test('of a visitor stays on the device and returns after a reload, with ticks', async () => {
    await write(page, { contact: '李', materials: [{ name: '营业执照', ready: true }] })
    const reloaded = await openDeclaringPage()
    await reloaded.openDeclaration(ITEM, MATERIALS)
    expect(typed(reloaded)).toMatchObject({
      contact: '李',
      materials: [
        { name: '营业执照', ready: true },
        { name: '项目说明', ready: false },
      ],
    })
    expect(visitor.requests).toEqual([])
  })

  test('goes into the account with the login', async () => {
    await write()
    const stop = page.followDeclaration()
    await enter()
    await page.saveNow()
    expect(await orders()).toMatchObject([{ state: 'draft', contact: '李雷' }])
    stop()
  })

  test('is in the account for another device; half a number stays on this one', async () => {
    await enter()
    await write(page, { contact: '李雷', amount: '12a' })
    expect(await page.saveNow()).toBe(false)
    expect(page.$fieldProblems.get()).toEqual({ amount: '金额应为数字（元），最多两位小数' })
    expect(await orders()).toMatchObject([{ contact: '李雷', amount: '' }])
    page.typeField({ amount: '12000' })
    expect(await page.saveNow()).toBe(true)
    visitor.document.defaultView?.localStorage.clear()
    const other = await openDeclaringPage()
    await other.knowSession()
    await other.openDeclaration(ITEM, MATERIALS)
    expect(typed(other)).toMatchObject({ contact: '李雷', amount: '12000' })
  })

  test('whose answer was lost is saved once, with what was typed since', async () => {
    await enter()
    await write()
    visitor.network = async (pass) => {
      await pass()
      throw new TypeError('cut')
    }
    expect(await page.saveNow()).toBe(false)
    expect(page.$declareSync.get()).toMatchObject({ status: 'failed' })
    visitor.online()
    page.typeField({ contact: '韩梅梅' })
    await page.saveNow()
    await page.saveNow()
    expect(await orders()).toMatchObject([{ state: 'draft', contact: '韩梅梅' }])
  })

  test('begun in two tabs at once is one draft: the newer version holds, the other can be copied', async () => {
    await enter()
    const other = await openDeclaringPage()
    await other.knowSession()
    await page.openDeclaration(ITEM, MATERIALS)
    await other.openDeclaration(ITEM, MATERIALS)
    expect(other.formOf()?.clientId).not.toBe(page.formOf()?.clientId)
    page.typeField({ contact: '李雷' })
    other.typeField({ contact: '韩梅梅' })
    await page.saveNow()
    await other.saveNow()
    await other.saveNow()
    expect(await orders()).toMatchObject([{ contact: '韩梅梅' }])
    expect(other.formOf()?.other).toMatchObject({ from: 'account', content: { contact: '李雷' } })
  })

  test('that is new begins with the contact of the company profile', async () => {
    await enter()
    await ask(changeProfile, { body: { contact: '韩梅梅', phone: '13800000007' } })
    await page.openDeclaration(ITEM, MATERIALS)
    expect(typed(page)).toMatchObject({ contact: '韩梅梅', phone: '13800000007' })
    expect(page.$declareNotice.get()?.text).toBe('联系人和电话取自企业档案，请核对。')
  })

  test('of another company does not open for who logs in next', async () => {
    await enter()
    await write()
    visitor.network = OFFLINE
    await page.saveNow()
    visitor.online()
    await page.logOutHere()
    visitor.waitSeconds(61)
    const next = await openDeclaringPage()
    await logIn(next, visitor, '13800000009')
    await next.openDeclaration(ITEM, MATERIALS)
    expect(typed(next).contact).toBe('')
  })
})

describe('in another tab', () => {
  let other: DeclaringPage
  let stop: () => void

  beforeEach(async () => {
    await enter()
    await write()
    await page.saveNow()
    other = await openDeclaringPage()
    await other.knowSession()
    stop = other.followDeclaration()
    await other.openDeclaration(ITEM, MATERIALS)
  })
  afterEach(() => stop())

  test('words of its own stay, and it says so', async () => {
    other.typeField({ contact: '另一页' })
    page.typeField({ contact: '韩梅梅' })
    await until(other.$declareNotice, (notice) => notice !== null)
    expect(other.$declareNotice.get()?.text).toContain('您在另一个页面也在填写这份申报')
    expect(typed(other).contact).toBe('另一页')
  })

  test('a submission leaves a new form, beside the present orders', async () => {
    await page.submitDeclaration()
    await until(other.$others, (orders) => orders.length > 0)
    await settled(visitor)
    expect(other.$others.get()).toMatchObject([{ state: 'submitted' }])
    expect(typed(other).summary).toBe('')
    expect(other.formOf()?.orderId).toBeUndefined()
  })

  test('a logout empties the form, and leaves nothing on the device that the account has', async () => {
    await page.logOutHere()
    await settled(visitor)
    expect(typed(other).contact).toBe('')
    expect(other.formOf()?.companyId).toBeNull()
    expect(Object.keys(localStorage).filter((key) => key.startsWith('form:'))).toEqual([])
  })
})

describe('submitting', () => {
  test('shows what is missing, keeps everything, and then submits', async () => {
    await enter()
    await write(page, { contact: '李雷' })
    await page.submitDeclaration()
    expect(page.$fieldProblems.get()).toEqual({ phone: '请输入正确的手机号' })
    expect(page.$declareNotice.get()?.text).toBe('还不能提交，请检查：联系电话')
    page.typeField({ phone: PHONE })
    await page.submitDeclaration()
    expect(page.$declare.get()).toMatchObject({
      status: 'submitted',
      here: true,
      sent: { state: 'submitted' },
    })
    expect(await orders()).toMatchObject([{ state: 'submitted', ...COMPLETE }])
  })

  test('pressed twice is one order', async () => {
    await enter()
    await write()
    await Promise.all([page.submitDeclaration(), page.submitDeclaration()])
    expect(await orders()).toMatchObject([{ state: 'submitted' }])
  })

  describe('by a visitor', () => {
    async function press(tab: DeclaringPage = page) {
      const pressed = tab.submitDeclaration()
      await until(tab.$session, ({ topShow }) => topShow)
      return { pressed }
    }

    test("asks for the login, suggests the form's phone, and then submits", async () => {
      await write()
      const stop = page.followDeclaration()
      const { pressed } = await press()
      expect(page.$loginPhone.get()).toBe(PHONE)
      await enter()
      await pressed
      expect(page.$declare.get()).toMatchObject({ status: 'submitted', here: true })
      expect(await orders()).toMatchObject([{ state: 'submitted', ...COMPLETE }])
      stop()
    })
  })

  test('after an expired session keeps the text, and works after the next login', async () => {
    await enter()
    await write()
    await page.saveNow()
    const stop = page.followDeclaration()
    await visitor.portal.db.deleteFrom('sessions').where('customer_id', '>', 0).execute()
    await page.submitDeclaration()
    expect(page.$declareNotice.get()?.text).toContain('登录已过期')
    expect(typed(page)).toMatchObject(COMPLETE)
    visitor.waitSeconds(61)
    await enter()
    await page.submitDeclaration()
    expect(await orders()).toMatchObject([{ state: 'submitted' }])
    stop()
  })

  test('after the window has closed shows it, and keeps the draft', async () => {
    await enter()
    await write(page, COMPLETE, CLOSING)
    await page.saveNow()
    visitor.waitSeconds(24 * 3600)
    await page.submitDeclaration()
    expect(page.$declareNotice.get()?.text).toContain('该事项的申报已于 2026-11-21 截止，不能提交')
    expect(typed(page)).toMatchObject(COMPLETE)
    expect(await orders()).toMatchObject([{ state: 'draft' }])
  })
})
