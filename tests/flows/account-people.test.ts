/** /account from its stores to the database: colleagues, reminders, devices. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Browser } from '../../server/testing/browser.ts'
import { type AccountPage, askAs, enterAccount, openAccountPage, ready } from './support/account.ts'
import { OFFLINE, openVisitor, PHONE, type Visitor } from './support/visitor.ts'

const DAY_MS = 86_400_000

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
const json = (body: unknown) => ({
  body: JSON.stringify(body),
  headers: { 'content-type': 'application/json' },
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
    })
    await page.openReminders()
    expect(ready(page.$reminders.get())).toMatchObject({ lead_days: [60, 30, 7, 3], matches: false })
    visitor.network = OFFLINE
    await page.changeReminder({ changes: false })
    expect(ready(page.$reminders.get()).changes).toBe(true)
    expect(page.$remindersSaid.get()).toMatchObject({ tone: 'failed', text: /保存失败/ })
  })

  test('take six lead times and no more', async () => {
    await page.toggleLead(60, true)
    await page.toggleLead(1, true)
    await page.toggleLead(90, true)
    expect(ready(page.$reminders.get()).lead_days).toEqual([60, 30, 14, 7, 3, 1])
    expect(page.$remindersSaid.get()).toMatchObject({ tone: 'failed', text: /最多选 6 个/ })
  })

  test('of a muted policy come back', async () => {
    await askAs(visitor, 'PUT', '/customer/api/v1/fixed/platformpolicy/11/follow')
    await visitor.portal.db.updateTable('follows').set({ muted: 1 }).where('company_id', '>', 0).execute()
    await page.openMuted()
    expect(ready(page.$muted.get()).items).toMatchObject([{ id: 11 }])
    await page.unmute(11)
    expect(ready(page.$muted.get()).items).toEqual([])
    expect(
      (await askAs(visitor, 'GET', '/customer/api/v1/fixed/platformpolicy/followed')).body.policy_ids,
    ).toEqual([11])
  })
})

test('devices: one of them is logged out alone', async () => {
  const others = [await visitor.portal.loggedIn(PHONE)]
  visitor.waitSeconds(61)
  others.push(await visitor.portal.loggedIn(PHONE))
  await page.openDevices()
  const [, lost] = ready(page.$devices.get())
  expect(lost?.current).toBe(false)
  await page.endDevice(lost?.id ?? '')
  expect(page.$devicesSaid.get()).toEqual({ tone: 'saved', text: '该设备已退出' })
  expect(ready(page.$devices.get())).toHaveLength(2)
  const left = await Promise.all(others.map((browser) => browser.get('/customer/api/v1/login')))
  expect(left.map(({ body }) => body.code).sort()).toEqual([200, 401])
  await page.endDevice(lost?.id ?? '')
  expect(page.$devicesSaid.get()).toEqual({ tone: 'failed', text: '退出失败：该设备已经退出' })
})

test('devices: the others are logged out, then this one, too', async () => {
  visitor.waitSeconds(61)
  const phone = await visitor.portal.loggedIn(PHONE)
  await page.openDevices()
  expect(ready(page.$devices.get()).map(({ current }) => current)).toEqual([true, false])
  await page.endOtherDevices()
  expect(page.$devicesSaid.get()).toEqual({ tone: 'saved', text: '已退出其他 1 台设备' })
  expect((await phone.get('/customer/api/v1/login')).body.code).toBe(401)
  expect(ready(page.$devices.get())).toHaveLength(1)
  await page.endAllDevices()
  expect(page.$accountPage.get().status).toBe('out')
  expect([...visitor.secrets.keys()]).toEqual(['browser'])
})
