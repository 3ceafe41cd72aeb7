import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { logIn, OFFLINE, openPage, openVisitor, type Page, PHONE, type Visitor } from './support/visitor.ts'

const TOO_OFTEN = { tone: 'error', text: '获取验证码过于频繁！' }
const SENT = { tone: 'success', text: '发送成功' }
const UNREACHABLE = { tone: 'error', text: '网络连接失败，请检查网络后重试' }
let visitor: Visitor
let page: Page

beforeEach(async () => {
  visitor = await openVisitor()
  page = await openPage()
})
afterEach(() => visitor.close())

const left = (on = page) => on.secondsLeft(on.$resendAt.get(), Date.now())
const code = () => visitor.portal.codes.get(PHONE) ?? ''

describe('the form is checked before anything is sent', () => {
  test.each([
    ['12345', '000000', true, '请输入正确的手机号', 'phone'],
    ['', '', true, '请输入手机号和验证码！', 'phone'],
    ['', '000000', true, '请输入手机号和验证码！', 'phone'],
    [PHONE, '', true, '请输入手机号和验证码！', 'captcha'],
    [PHONE, '000000', false, '请先阅读并同意用户协议和隐私政策', 'consent'],
  ])('phone %j, code %j, consent %s: %s', async (phone, captcha, consented, text, field) => {
    expect(await page.enter(phone, captcha, consented)).toBe(false)
    expect(page.$loginNotice.get()).toEqual({ tone: 'error', text, field })
    expect(visitor.requests).toEqual([])
  })

  test.each(['', '12800000001', '138000000012'])('no code is sent to %j', async (phone) => {
    await page.requestCode(phone)
    expect(page.$loginNotice.get()).toEqual({ tone: 'error', text: '请输入正确的手机号', field: 'phone' })
    expect(visitor.requests).toEqual([])
    expect(left()).toBe(0)
  })
})

describe('requesting a code', () => {
  test('it is sent, and the countdown runs from 60 to 0', async () => {
    await page.requestCode(PHONE)
    expect(page.$loginNotice.get()).toEqual(SENT)
    expect(code()).toMatch(/^\d{6}$/)
    for (let second = 60; second > 0; second -= 1) {
      expect(left()).toBe(second)
      visitor.waitSeconds(1)
    }
    expect(left()).toBe(0)
  })

  test('another request during the countdown sends nothing; afterwards it works', async () => {
    await page.requestCode(PHONE)
    visitor.waitSeconds(59)
    await page.requestCode(PHONE)
    expect(page.$loginNotice.get()).toEqual(TOO_OFTEN)
    expect(visitor.requests).toHaveLength(1)
    expect(left()).toBe(1)
    visitor.waitSeconds(1)
    await page.requestCode(PHONE)
    expect(page.$loginNotice.get()).toEqual(SENT)
  })

  test('the server refuses because another browser has just asked: its seconds are counted down', async () => {
    await visitor.portal.browser().post('/main/api/v1/sms', { phone: PHONE })
    visitor.waitSeconds(15)
    await page.requestCode(PHONE)
    expect(page.$loginNotice.get()).toEqual(TOO_OFTEN)
    expect(left()).toBe(45)
  })
})

describe('logging in', () => {
  test('a wrong code: 登录失败, and no login', async () => {
    await page.requestCode(PHONE)
    const wrong = code() === '000000' ? '000001' : '000000'
    expect(await page.enter(PHONE, wrong, true)).toBe(false)
    expect(page.$loginNotice.get()).toEqual({ tone: 'error', text: '登录失败', field: 'captcha' })
    expect(page.$login.get()).toEqual({ status: 'idle' })
    expect(page.$session.get().code).toBe(401)
    expect(document.cookie).toBe('')
  })

  test('the right code: the overlay closes, the page shows the login, the bell loads', async () => {
    const wake = vi.fn()
    document.addEventListener('call:messages', wake)
    page.askForLogin()
    expect(page.$session.get().topShow).toBe(true)
    await logIn(page, visitor)
    expect(page.$session.get()).toEqual({ code: 200, name: '企业用户2', topShow: false })
    expect(page.$loginNotice.get()).toBeNull()
    expect(visitor.shownAs()).toBe('in')
    expect(document.cookie).toBe('logged_in=1')
    expect(wake).toHaveBeenCalledOnce()
  })
})

describe('failures', () => {
  test('an unreachable server is reported, and works afterwards', async () => {
    visitor.network = OFFLINE
    await page.requestCode(PHONE)
    expect(page.$loginNotice.get()).toEqual(UNREACHABLE)
    visitor.online()
    await page.requestCode(PHONE)
    visitor.network = OFFLINE
    expect(await page.enter(PHONE, code(), true)).toBe(false)
    expect(page.$loginNotice.get()).toEqual(UNREACHABLE)
    visitor.online()
    expect(await page.enter(PHONE, code(), true)).toBe(true)
  })
})
