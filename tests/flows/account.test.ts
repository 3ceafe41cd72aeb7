/** /account from its stores to the database: profile, colleagues, reminders, devices. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Browser } from '../../server/testing/browser.ts'
import { type AccountPage, enterAccount, openAccountPage, ready } from './support/account.ts'
import { OFFLINE, openVisitor, PHONE, settled, type Visitor } from './support/visitor.ts'

const DAY_MS = 86_400_000
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
const endSessions = () => visitor.portal.db.deleteFrom('sessions').execute()
const json = (body: unknown) => ({
  body: JSON.stringify(body),
  headers: { 'content-type': 'application/json' },
})

describe('the profile', () => {
  test('is saved with its answers, which are those of the questionnaire', async () => {
    page.typeProfile('name', '示例甲有限公司')
    page.typeProfile('credit_code', CODE.toLowerCase())
    page.typeProfile('employees', 120)
    expect(await page.saveProfile()).toBe(true)
    expect(values()).toMatchObject({ name: '示例甲有限公司', credit_code: CODE, employees: 120 })
    expect(page.$profileEdits.get()).toEqual({})
    const { body } = await ask('GET', '/customer/api/v1/fixed/question')
    expect(body.result.items.find(({ key }: { key: string }) => key === 'employees').answer).toBe(120)
    await ask('POST', '/customer/api/v1/fixed/question', { answers: [{ id: 5, value: 7 }] })
    await page.readProfileAgain()
    expect(values().employees).toBe(7)
  })

  test('brings the copy of the answers on the device up to date, but no answers of its own', async () => {
    page.keep({ answers: { employees: 5, exporter: true }, place: 'account', unsent: ['employees'] })
    page.typeProfile('employees', 120)
    await page.saveProfile()
    expect(page.$kept.get()).toMatchObject({ answers: { employees: 120, exporter: true }, unsent: [] })
    page.keep({ answers: { employees: 5 }, place: 'device', unsent: [] })
    page.typeProfile('employees', 130)
    await page.saveProfile()
    expect(page.$kept.get().answers).toEqual({ employees: 5 })
  })

  test('says at the field what is wrong with it, and nothing is sent', async () => {
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

  test('offline and with an ended login keeps what was typed, and saves it afterwards', async () => {
    page.typeProfile('contact', '李雷')
    visitor.network = OFFLINE
    expect(await page.saveProfile()).toBe(false)
    expect(page.$profileSaving.get()).toMatchObject({ status: 'failed', text: /网络连接失败/ })
    visitor.online()
    await endSessions()
    expect(await page.saveProfile()).toBe(false)
    expect(page.$accountPage.get().status).toBe('expired')
    expect(page.$session.get().topShow).toBe(true)
    expect(values().contact).toBe('李雷')
    visitor.waitSeconds(61)
    await enterAccount(page, visitor)
    expect(page.$accountPage.get().status).toBe('in')
    expect(values().contact).toBe('李雷')
    expect(await page.saveProfile()).toBe(true)
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

  test('in two tabs: what one saves the other shows, but for what is being typed there', async () => {
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

  test('of a login elsewhere is another one; a logout hides it', async () => {
    page.typeProfile('contact', '李雷')
    visitor.waitSeconds(61)
    await page.logOutHere()
    expect(page.$accountPage.get().status).toBe('out')
    await enterAccount(page, visitor, '13800000009')
    expect(values().contact).toBe('')
  })
})

describe('colleagues', () => {
  let colleague: Browser
  beforeEach(async () => {
    colleague = await visitor.portal.loggedIn('13800000002')
  })
  const join = (code: string, browser = colleague) =>
    browser.post('/customer/api/v1/company/join', { code, discard: true })

  test('come by a code that works once, and lose everything at once when they are removed', async () => {
    await page.inviteColleague()
    const made = page.$madeInvitation.get()
    expect(made?.code).toMatch(/^\w{5}-\w{5}$/)
    expect(ready(page.$team.get()).invitations).toHaveLength(1)
    expect((await join(made?.code ?? '')).body.code).toBe(200)
    const third = await visitor.portal.loggedIn('13800000003')
    expect((await join(made?.code ?? '', third)).body.message).toBe('邀请码已被使用，请同事重新生成')
    await page.openTeam()
    const [me, other] = ready(page.$team.get()).people
    expect([me?.me, other?.me]).toEqual([true, false])
    expect(ready(page.$team.get()).invitations).toEqual([])
    await page.removeFromTeam(other?.id ?? 0)
    expect(ready(page.$team.get()).people).toHaveLength(1)
    expect((await colleague.get('/customer/api/v1/company/profile')).body.code).toBe(401)
  })

  test('find a code that has expired or was revoked does not work', async () => {
    await page.inviteColleague()
    const first = page.$madeInvitation.get()
    await page.inviteColleague()
    await page.revokeCode(first?.invitation.id ?? 0)
    expect(page.$madeInvitation.get()).not.toBeNull()
    expect((await join(first?.code ?? '')).body.message).toBe('邀请码不正确，请检查是否有误')
    visitor.portal.clock.ms += 8 * DAY_MS
    const late = await join(page.$madeInvitation.get()?.code ?? '')
    expect(late.body.message).toBe('邀请码已过期，请同事重新生成')
  })

  test('I join another company: asked first where something would be lost, then its page is mine', async () => {
    await colleague.send('PUT', '/customer/api/v1/company/profile', json({ name: '示例乙有限公司' }))
    const { body } = await colleague.post('/customer/api/v1/company/invitations')
    page.typeProfile('contact', '李雷')
    await page.saveProfile()
    await page.join(' abc ')
    expect(page.$join.get()).toEqual({ status: 'failed', text: '邀请码不正确，请检查是否有误' })
    await page.join(body.invitation_code)
    expect(page.$join.get()).toMatchObject({ status: 'asking', text: /不会带过去/ })
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

  test('whoever came before me stays, and I am told so', async () => {
    const { body } = await colleague.post('/customer/api/v1/company/invitations')
    visitor.waitSeconds(61)
    await page.join(body.invitation_code, true)
    await page.openSections()
    const [first] = ready(page.$team.get()).people
    expect(first?.removable).toBe(false)
    expect(await page.removeFromTeam(first?.id ?? 0)).toBe(false)
    expect(page.$teamProblem.get()).toBe('只能移出比您晚加入的成员')
  })
})

describe('reminders', () => {
  test('are saved one by one; what could not be saved goes back', async () => {
    await page.toggleLead(14, false)
    await page.toggleLead(60, true)
    await page.changeReminder({ matches: false })
    expect(ready(page.$reminders.get())).toMatchObject({
      lead_days: [60, 30, 7, 3],
      changes: true,
      sms: false,
    })
    await page.openReminders()
    expect(ready(page.$reminders.get())).toMatchObject({ lead_days: [60, 30, 7, 3], matches: false })
    visitor.network = OFFLINE
    await page.changeReminder({ changes: false })
    expect(ready(page.$reminders.get()).changes).toBe(true)
    expect(page.$remindersSaid.get()).toMatchObject({ tone: 'failed', text: /没有保存成功/ })
  })

  test('take six lead times and no more', async () => {
    await page.toggleLead(60, true)
    await page.toggleLead(1, true)
    await page.toggleLead(90, true)
    expect(ready(page.$reminders.get()).lead_days).toEqual([60, 30, 14, 7, 3, 1])
    expect(page.$remindersSaid.get()).toMatchObject({ tone: 'failed', text: /最多选 6 个/ })
  })

  test('of a muted policy come back', async () => {
    await ask('PUT', '/customer/api/v1/fixed/platformpolicy/11/follow')
    await ask('PUT', '/customer/api/v1/fixed/platformpolicy/11/mute', { muted: true })
    await page.openMuted()
    expect(ready(page.$muted.get()).items).toMatchObject([{ id: 11 }])
    await page.unmute(11)
    expect(ready(page.$muted.get()).items).toEqual([])
    expect((await ask('GET', '/customer/api/v1/fixed/platformpolicy/followed')).body.policy_ids).toEqual([11])
  })
})

test('devices: the others are logged out, then this one, too', async () => {
  visitor.waitSeconds(61)
  const phone = await visitor.portal.loggedIn(PHONE)
  await page.openDevices()
  expect(ready(page.$devices.get()).map(({ current }) => current)).toEqual([true, false])
  await page.endSessions(false)
  expect(page.$devicesSaid.get()).toEqual({ tone: 'saved', text: '已退出其他 1 台设备' })
  expect((await phone.get('/customer/api/v1/login')).body.code).toBe(401)
  expect(ready(page.$devices.get())).toHaveLength(1)
  await page.endSessions(true)
  expect(page.$accountPage.get().status).toBe('out')
  expect(visitor.secrets.size).toBe(0)
})

/** A call of the browser that the page is in. */
async function ask(method: string, path: string, body?: unknown) {
  const cookie = [...visitor.secrets].map(([name, value]) => `${name}=${value}`).join('; ')
  const headers = { cookie, 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' }
  const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) }
  const response = await visitor.portal.app.request(`http://portal.test${path}`, init)
  return { body: await response.json() }
}
