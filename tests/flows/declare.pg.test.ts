/** Applications from their stores to the database: drafts that survive, and one order in every case. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ask } from '../../src/lib/api/ask.ts'
import { changeProfile } from '../../src/lib/contract/account/company-profile.ts'
import { type DeclaringPage, openDeclaringPage, ordersOf, typed } from './support/declaring.ts'
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

const enter = (tab: DeclaringPage = page) => logIn(tab as unknown as Page, visitor)
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

  test.each(['1,200,000', '120万', '１２０ 万元'])(
    'has %s as the intended sum, without a conflict',
    async (amount) => {
      await enter()
      await write(page, { contact: '李雷', amount })
      expect(await page.saveNow()).toBe(true)
      expect(await orders()).toMatchObject([{ amount: '1200000' }])
      page.typeField({ contact: '韩梅梅' })
      expect(await page.saveNow()).toBe(true)
      expect(page.$fieldProblems.get()).toEqual({})
      expect(await orders()).toMatchObject([{ contact: '韩梅梅', amount: '1200000' }])
    },
  )

  test('whose answer was lost is saved once, with later changes', async () => {
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

  test('that is changed while the account loads keeps typed text', async () => {
    await enter()
    await write()
    await page.saveNow()
    await page.closeDeclaration()
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    visitor.network = async (pass) => {
      const isReading = /^GET .*\/order\/\d+\/\d+$/.test(visitor.requests.at(-1) ?? '')
      const answer = await pass()
      if (isReading) await held
      return answer
    }
    const opened = page.openDeclaration(ITEM, MATERIALS)
    await until(page.$declare, ({ status }) => status === 'writing')
    await vi.waitFor(() => expect(visitor.requests.at(-1)).toMatch(/\/order\/\d+\/\d+$/), 90_000)
    page.typeField({ contact: '韩梅梅' })
    await page.saveNow()
    release()
    await opened
    expect(typed(page).contact).toBe('韩梅梅')
    expect(await orders()).toMatchObject([{ state: 'draft', contact: '韩梅梅' }])
  })

  test('that is closed during its save is known to be saved', async () => {
    await enter()
    await write()
    const saved = page.saveNow()
    await until(page.$declareSync, ({ status }) => status === 'saving')
    await page.closeDeclaration()
    await saved
    await page.openDeclaration(ITEM, MATERIALS)
    expect(page.formOf()?.orderId).toBeDefined()
    expect(page.$others.get()).toEqual([])
  })

  test('begun in two tabs at once is one draft: the newer version wins, the other can be copied', async () => {
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

  test('that two tabs change: the newer version wins, the other can be copied', async () => {
    await enter()
    await write()
    await page.saveNow()
    const other = await openDeclaringPage()
    await other.knowSession()
    await other.openDeclaration(ITEM, MATERIALS)
    other.typeField({ contact: '另一页' })
    await other.saveNow()
    page.typeField({ contact: '这一页' })
    await page.saveNow()
    await page.saveNow()
    expect(page.formOf()?.other).toMatchObject({ from: 'account', content: { contact: '另一页' } })
    expect(await orders()).toMatchObject([{ contact: '这一页' }])
  })

  test('of another company does not open for the next person', async () => {
    await enter()
    await write()
    visitor.network = OFFLINE
    await page.saveNow()
    visitor.online()
    await page.logOutHere()
    visitor.waitSeconds(61)
    const next = await openDeclaringPage()
    await logIn(next as unknown as Page, visitor, '13800000009')
    await next.openDeclaration(ITEM, MATERIALS)
    expect(typed(next).contact).toBe('')
  })

  test('has a warning if another one for the same item exists', async () => {
    await enter()
    await write()
    await page.saveNow()
    visitor.document.defaultView?.localStorage.clear()
    const other = await openDeclaringPage()
    other.$companyId.set(page.$companyId.get())
    await other.openDeclaration(ITEM, MATERIALS)
    const form = other.formOf() as NonNullable<ReturnType<typeof other.formOf>>
    other.sync.meetNewest(form, { status: 'deleted' })
    await other.saveNow()
    expect(other.$declareNotice.get()?.text).toContain('已有一份该事项的草稿')
  })

  test("begins with the company's last contact", async () => {
    await enter()
    await write()
    await page.submitDeclaration()
    const next = await openDeclaringPage()
    await next.knowSession()
    await next.openDeclaration(23, [])
    expect(typed(next)).toMatchObject(COMPLETE)
    expect(next.$others.get()).toEqual([])
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

  test('untouched text follows', async () => {
    page.typeField({ contact: '韩梅梅' })
    await until(other.$declare, () => other.formOf()?.content.contact === '韩梅梅')
    await page.saveNow()
    await until(other.$declareSync, ({ status }) => status === 'account')
  })

  test('own text stays, with a note', async () => {
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

  test("a colleague's submission is among the present orders, although this device kept the draft", async () => {
    await visitor.portal.db
      .updateTable('orders')
      .set({ state: 'submitted', receipt_no: 'SB-1', submitted_at: 1 })
      .where('company_id', '>', 0)
      .execute()
    await other.openDeclaration(ITEM, MATERIALS)
    expect(other.$others.get()).toMatchObject([{ receipt_no: 'SB-1' }])
    expect(other.formOf()?.orderId).toBeUndefined()
  })

  test("a logout removes the company's orders as well", async () => {
    await visitor.portal.db
      .updateTable('orders')
      .set({ state: 'submitted', receipt_no: 'SB-1', submitted_at: 1 })
      .where('company_id', '>', 0)
      .execute()
    await other.openDeclaration(ITEM, MATERIALS)
    expect(other.$others.get()).toHaveLength(1)
    await page.logOutHere()
    await settled(visitor)
    expect(other.$others.get()).toEqual([])
  })

  test('a logout clears the form, and leaves nothing on the device that the account has', async () => {
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

  test('continues when the dialog is closed and reopened', async () => {
    await enter()
    await write()
    const submitted = page.submitDeclaration()
    await until(page.$declare, ({ status }) => status === 'submitting')
    await page.closeDeclaration()
    await page.openDeclaration(ITEM, MATERIALS)
    await submitted
    expect(page.$declare.get()).toMatchObject({ status: 'submitted', here: true })
    expect(await orders()).toMatchObject([{ state: 'submitted' }])
  })

  test('pressed twice is one order', async () => {
    await enter()
    await write()
    await Promise.all([page.submitDeclaration(), page.submitDeclaration()])
    expect(await orders()).toMatchObject([{ state: 'submitted' }])
  })

  test('whose answer is lost can be pressed again: one order, and its receipt', async () => {
    await enter()
    await write()
    await page.saveNow()
    visitor.network = async (pass) => {
      await pass()
      throw new TypeError('cut')
    }
    await page.submitDeclaration()
    expect(page.$declare.get()).toMatchObject({ status: 'writing', form: { content: COMPLETE } })
    visitor.online()
    await page.submitDeclaration()
    expect(page.$declare.get()).toMatchObject({
      status: 'submitted',
      sent: { receipt_no: expect.any(String) },
    })
    expect(await orders()).toMatchObject([{ state: 'submitted' }])
  })

  test('in two tabs of one draft is one order', async () => {
    await enter()
    await write()
    await page.saveNow()
    const other = await openDeclaringPage()
    await other.knowSession()
    await other.openDeclaration(ITEM, MATERIALS)
    await Promise.all([page.submitDeclaration(), other.submitDeclaration()])
    expect(await orders()).toMatchObject([{ state: 'submitted' }])
    for (const tab of [page, other]) expect(tab.$declare.get().status).toBe('submitted')
  })

  describe('by a visitor', () => {
    /** Presses, and waits for the login overlay. */
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

    test('who closes the login keeps the text', async () => {
      await write()
      const { pressed } = await press()
      page.UPDATE_USER({ topShow: false })
      await pressed
      expect(page.$declareNotice.get()?.text).toContain('请先登录')
      expect(typed(page)).toMatchObject(COMPLETE)
      expect(await orders()).toEqual([])
    })

    test('whose company has applied for the item before is told first', async () => {
      await enter()
      await write()
      await page.submitDeclaration()
      await page.logOutHere()
      visitor.waitSeconds(61)
      const tab = await openDeclaringPage()
      await write(tab)
      const stop = tab.followDeclaration()
      const { pressed } = await press(tab)
      await enter(tab)
      await pressed
      expect(tab.$declareNotice.get()?.text).toContain('请核对后再点一次“提交申报”')
      expect((await orders()).filter(({ state }) => state === 'submitted')).toHaveLength(1)
      await tab.submitDeclaration()
      expect((await orders()).filter(({ state }) => state === 'submitted')).toHaveLength(2)
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

  test('for a withdrawn policy shows it, and keeps the text', async () => {
    await enter()
    await write(page, COMPLETE, 999)
    await page.submitDeclaration()
    expect(page.$declareNotice.get()?.text).toContain('没有找到这个申报事项，它可能已下线')
    expect(typed(page)).toMatchObject(COMPLETE)
    const reloaded = await openDeclaringPage()
    await reloaded.knowSession()
    await reloaded.openDeclaration(999, [])
    expect(typed(reloaded)).toMatchObject(COMPLETE)
  })
})
