import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Browser } from '../../server/testing/browser.ts'
import { type AccountPage, askAs, enterAccount, openAccountPage, ready } from './support/account.ts'
import { OFFLINE, openVisitor, type Visitor } from './support/visitor.ts'

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

  test('joining another company asks first if something would be lost, then shows that company', async () => {
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
